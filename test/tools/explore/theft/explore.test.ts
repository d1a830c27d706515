import { expect, test } from 'vitest';
import { explore } from '../../../../tools/explore/theft/explore.ts';
import type { Service } from '../../../../tools/explore/theft/service.ts';
import { now, open } from '../../../../tools/explore/theft/session-of-two.ts';

/** Takes the age of every used token from the session's last use, so that a thief who keeps refreshing goes unnoticed. */
const deceive = (service: Service): Service => ({
  ...service,
  present: async (refreshToken) => {
    const before = await service.read();
    const given = await service.present(refreshToken);
    const isRecent = 'previousHash' in before && Date.now() - Number(before.currentIssuedMs) <= 10_000;
    if (given === undefined && isRecent) await service.restore(before, Date.now());
    return given;
  },
});

test('a service that lets an earlier token pass is found out', async () => {
  const { violations } = await explore(deceive(await open()), { depth: 2, now });

  expect(violations).toEqual([
    'victim presents token 0, answered; victim presents token 1, answered; token 0: exchanged false, the session goes on, which the rules do not allow',
  ]);
});

test('victim, thief and repetitions, in every order of two steps, do as the rules say', async () => {
  const { histories, ended, moments, violations } = await explore(await open(), { depth: 2, now });

  expect({ histories, ended, moments, violations }).toEqual({ histories: 94, ended: 3, moments: 16, violations: [] });
});
