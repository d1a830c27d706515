import { expect, test, vi } from 'vitest';
import { runFaults } from '../../../../tools/explore/log-faults/run.ts';
import { newRandom } from '../../../support/random.ts';
import { representFile } from '../../../support/representative.ts';
import { runs, seed } from '../../../support/seed.ts';

representFile('test/shared/log/feeding.test.ts', 'a batch that comes again adds nothing, whole or in parts');

test('every event is in the log once and in its order, whatever fails, and a poison record holds up nothing', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const run = await runFaults({ events: runs(2_500), random: newRandom(seed) });

  expect(run.violations).toEqual([]);
  expect(run.setAside).toBeGreaterThan(10);
  expect(run.shards).toBeGreaterThan(8);
  expect(run.checkpoints).toBeGreaterThan(1);
  expect(Object.values(run.counts).every((count) => count > 0)).toBe(true);
});
