import { afterAll, expect, test } from 'vitest';
import { runRound } from '../../../../tools/explore/chaos/round.ts';
import { Killer } from '../../../../tools/explore/kill/killer.ts';
import { openPatiently } from '../../../support/patient-table.ts';
import { newRandom } from '../../../support/random.ts';
import { representFile } from '../../../support/representative.ts';
import { seed } from '../../../support/seed.ts';
import { table } from '../../../support/table.ts';

representFile(
  'test/functions/lost-answers.test.ts',
  'a consent, to several, with both > is recorded whole or not at all where the service dies at its write, done: true; the next try records it',
);

const killer = new Killer();
afterAll(() => killer.stop());

test('however often the serving process is killed, nothing acknowledged is lost, doubled or stored partly', async () => {
  const { violations } = await runRound(openPatiently(table.name), killer.call, newRandom(seed), {
    size: { tenants: 1, clientsOfTenant: 6, steps: 12 },
    disturb: async (random) => killer.disturb(random, 5),
  });

  expect({ seed, violations }).toEqual({ seed, violations: [] });
  expect(killer.killedRequests).toBeGreaterThan(0);
});
