import { expect, test, vi } from 'vitest';
import { attack } from '../../../../tools/explore/log-damage/attack.ts';
import { newRandom } from '../../../support/random.ts';
import { representFile } from '../../../support/representative.ts';
import { runs, seed } from '../../../support/seed.ts';

representFile(
  'test/tools/explore/log-damage/log-damage.test.ts',
  '`log verify` finds what each part of it is for, and names the record',
);

test('`log verify` finds every manipulation that can be found, and names the record', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { kinds, wrong } = await attack(newRandom(seed), runs(60));

  expect(wrong).toEqual([]);
  expect(kinds.length).toBeGreaterThan(50);
});
