import { expect, test } from 'vitest';
import { runRaces } from '../../../../tools/explore/races/race.ts';
import { callInProcess } from '../../../support/caller.ts';
import { passTime, setTime } from '../../../support/clock.ts';
import { openPatiently } from '../../../support/patient-table.ts';
import { newRandom } from '../../../support/random.ts';
import { representFile } from '../../../support/representative.ts';
import { table } from '../../../support/table.ts';

representFile(
  'test/functions/refresh-token.test.ts',
  'has exactly one winner among parallel callers, and the session lives on',
);

test('of many who present a refresh token at once one wins, and a late one ends the session', async () => {
  setTime(new Date());
  const random = { ...newRandom(1), chance: () => true };

  const races = await runRaces(openPatiently(table.name), await callInProcess(), random, {
    rounds: 4,
    width: 50,
    passTime,
  });

  const { unavailable, refusals, ...rest } = races;
  expect(rest).toEqual({ rounds: 4, presentations: 200, winners: 4, thefts: 4, violations: [] });
  expect(refusals + unavailable).toBe(196);
});
