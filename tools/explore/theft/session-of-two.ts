import { vi } from 'vitest';
import { setTime } from '../../../test/support/clock.ts';
import { startStoreProxy } from '../../../test/support/store-proxy.ts';
import type { Service } from './service.ts';

const proxy = await startStoreProxy();

const { callInProcess } = await import('../../../test/support/caller.ts');

const { openPatiently } = await import('../../../test/support/patient-table.ts');

const { table: ours } = await import('../../../test/support/table.ts');

const { newTenant } = await import('../chaos/tenants.ts');

const { openService } = await import('./service.ts');

export const now = Date.UTC(2026, 10, 20, 12);

export const open = async (): Promise<Service> => {
  setTime(new Date(now));
  const table = openPatiently(ours.name);
  return openService(table, await newTenant(table), await callInProcess(), proxy, (milliseconds) => {
    vi.setSystemTime(milliseconds);
  });
};
