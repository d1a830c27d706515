import { expect, test, vi } from 'vitest';
import { setTime } from '../../support/clock.ts';
import { startStoreProxy } from '../../support/store-proxy.ts';
import { explore } from './explore.ts';
import type { Service } from './service.ts';

const proxy = await startStoreProxy();
const { callInProcess } = await import('../../support/caller.ts');
const { openPatiently } = await import('../../support/patient-table.ts');
const { table: ours } = await import('../../support/table.ts');
const { newTenant } = await import('../chaos/tenants.ts');
const { openService } = await import('./service.ts');

const now = Date.UTC(2026, 10, 20, 12);

const open = async (): Promise<Service> => {
  setTime(new Date(now));
  const table = openPatiently(ours.name);
  return openService(table, await newTenant(table), await callInProcess(), proxy, (milliseconds) => {
    vi.setSystemTime(milliseconds);
  });
};

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

test('victim, thief and repetitions, in every order of four steps, do as the rules say', async () => {
  const { histories, ended, moments, violations } = await explore(await open(), { depth: 4, now });

  expect({ histories, ended, moments, violations }).toEqual({
    histories: 11_554,
    ended: 2_301,
    moments: 91,
    violations: [],
  });
}, 120_000);

test('histories that lead to the same place may go on as one', async () => {
  const service = await open();

  const merged = await explore(service, { depth: 3, now });
  const apart = await explore(service, { depth: 3, now, merges: false });

  expect(apart.places).toBeGreaterThan(5 * merged.places);
  expect(merged).toEqual({ ...apart, places: merged.places });
}, 120_000);

test('a service that lets an earlier token pass is found out', async () => {
  const { violations } = await explore(deceive(await open()), { depth: 2, now });

  expect(violations).toEqual([
    'victim presents token 0, answered; victim presents token 1, answered; token 0: exchanged false, the session goes on, which the rules do not allow',
  ]);
});
