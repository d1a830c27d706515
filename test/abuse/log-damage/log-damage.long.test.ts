import { expect, test, vi } from 'vitest';
import { newRandom } from '../../support/random.ts';
import { representFile } from '../../support/representative.ts';
import { runs, seed } from '../../support/seed.ts';
import { attack } from './attack.ts';

representFile(
  'test/cli/admin/log-verify.test.ts',
  'each record that was changed beside the service is named, with exit code 6',
);

test('`log verify` finds every manipulation that can be found, and names the record', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { kinds, wrong } = await attack(newRandom(seed), runs(60));

  expect(wrong).toEqual([]);
  expect(kinds.length).toBeGreaterThan(50);
});
