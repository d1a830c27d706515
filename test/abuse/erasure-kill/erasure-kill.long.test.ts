import { expect, test } from 'vitest';
import { newRandom } from '../../support/random.ts';
import { representFile } from '../../support/representative.ts';
import { runs, seed } from '../../support/seed.ts';
import { startStoreProxy } from '../../support/store-proxy.ts';
import type { KillOutcome } from '../kill/kill-rounds.ts';

representFile(
  'test/cli/admin/consent-purge-killed.test.ts',
  'a purge that was killed at one of its writes is finished by the same command',
);

const proxy = await startStoreProxy();
const { erasures, table } = await import('../../support/table.ts');
const { eraseUnderKills } = await import('./killed-erasure.ts');

test('an erasure that is killed at any write is finished by the same command: nothing torn, twice or missing', async () => {
  const random = newRandom(seed);
  const outcomes: KillOutcome[] = [];
  while (outcomes.length < runs(3)) outcomes.push(await eraseUnderKills({ table, erasures, proxy }, random, 2));

  expect({ seed, violations: outcomes.flatMap(({ violations }) => violations) }).toEqual({ seed, violations: [] });
  expect(outcomes.reduce((sum, { resumed }) => sum + resumed, 0)).toBeGreaterThan(0);
}, 240_000);
