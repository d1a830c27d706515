import { expect, test } from 'vitest';
import type { KillOutcome } from '../../../../tools/explore/kill/kill-rounds.ts';
import { newRandom } from '../../../support/random.ts';
import { representFile } from '../../../support/representative.ts';
import { runs, seed } from '../../../support/seed.ts';
import { startStoreProxy } from '../../../support/store-proxy.ts';

representFile(
  'test/tools/explore/erasure-kill/erasure-kill.test.ts',
  'an erasure that dies at a write is finished by the same command: person to evidence',
);

const proxy = await startStoreProxy();
const { erasures, table } = await import('../../../support/table.ts');
const { drawCourse, eraseUnderKills, runApart } = await import(
  '../../../../tools/explore/erasure-kill/killed-erasure.ts'
);

test('an erasure that is killed at any write is finished by the same command: nothing torn, twice or missing', async () => {
  const random = newRandom(seed);
  const target = { table, erasures, run: runApart({ table, erasures, proxy }) };
  const outcomes: KillOutcome[] = [];
  while (outcomes.length < runs(3)) outcomes.push(await eraseUnderKills(target, drawCourse(random, 2)));

  expect({ seed, violations: outcomes.flatMap(({ violations }) => violations) }).toEqual({ seed, violations: [] });
  expect(outcomes.reduce((sum, { resumed }) => sum + resumed, 0)).toBeGreaterThan(0);
}, 240_000);
