import type { Tenant } from './builders.ts';
import { endAt } from './ended-consent.ts';
import type { Stocked } from './stock.ts';
import { findShelf, stock } from './stock.ts';
import { table } from './table.ts';

/** A consent of the tenant's first notice and project, and when it was revoked. */
export interface Told extends Pick<Stocked, 'lang' | 'channel'> {
  readonly given: string;
  readonly revoked?: string;
}

/** Puts consents into the table as if they had been given and revoked at times in the past. */
export const putPast = async (tenant: Tenant, consents: readonly Told[]): Promise<void> => {
  const { accountId, projectUid, pid } = tenant;
  const shelf = await findShelf(table, accountId, projectUid, pid);
  const stocked = consents.map(({ given, lang = 'eng', channel = 'web' }) => ({
    time: new Date(given),
    lang,
    channel,
    userData: { email: 'ada@example.com' },
  }));
  const ids = await stock(table, shelf, stocked);
  for (const [i, { revoked }] of consents.entries()) {
    if (revoked !== undefined) await endAt(accountId, ids[i] ?? '', 'revokeTime', new Date(revoked));
  }
};
