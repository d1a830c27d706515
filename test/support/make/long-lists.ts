import { expect } from 'vitest';
import type { Parameters } from '../call/event.ts';
import { invoke } from '../call/invoke.ts';
import type { Tenant } from './builders.ts';
import type { Stocked } from './stock.ts';
import { findShelf, stock } from './stock.ts';
import { table } from './table.ts';

/** When the lists are looked at. */
export const now = Date.UTC(2026, 10, 20, 12);
export const minute = 60_000;

/** A consent and when it was given; what a search must find is worked out from a list of these. */
export interface Kept extends Stocked {
  readonly id: string;
}

/** A search's answer, which must be one. */
export const search = async (tenant: Tenant, parameters: Parameters) => {
  const { status, body } = await invoke('searchConsents', parameters, { token: tenant.token });
  if (status !== 200) throw new Error(`The search was refused: ${JSON.stringify(body)}`);
  return body;
};

/** Puts consents into the table. */
export const put = async (tenant: Tenant, consents: readonly Stocked[]): Promise<Kept[]> => {
  const shelf = await findShelf(table, tenant.accountId, tenant.projectUid, tenant.pid);
  const ids = await stock(table, shelf, consents);
  return consents.map((consent, i) => ({ ...consent, id: ids[i] ?? '' }));
};

/** Consents some seconds apart, the last one so many minutes ago; every third is from Italy, every seventh wants news. */
export const people = (
  count: number,
  { until, apart = 5 }: { readonly until: number; readonly apart?: number },
): Stocked[] =>
  Array.from({ length: count }, (_, i) => ({
    time: new Date(now - until * minute - (count - 1 - i) * apart * 1_000),
    lang: i % 5 === 0 ? 'ita' : 'eng',
    channel: i % 400 === 0 ? 'email' : 'web',
    userData: {
      country: i % 3 === 0 ? 'Italy' : 'France',
      news: i % 7 === 0 ? 'yes' : 'no',
      ...(i % 900 === 1 && { card: 'gold' }),
    },
  }));

const matches = (kept: readonly Kept[], { userData, lang, channel }: Parameters): string[] =>
  kept
    .filter((consent) => (lang ?? consent.lang) === consent.lang && (channel ?? consent.channel) === consent.channel)
    .filter((consent) => Object.entries(userData ?? {}).every(([key, value]) => consent.userData[key] === value))
    .map(({ id }) => id)
    .sort()
    .reverse();

/** Searches of long and short lists, with filters that much, little or nothing passes. */
export const searches = (tenant: Tenant): Parameters[] => [
  { projectUid: tenant.projectUid, userData: '' },
  { projectUid: tenant.projectUid, userData: '', lang: 'ita' },
  { userData: { country: 'Italy' } },
  { userData: { country: 'Italy' }, channel: 'email' },
  { userData: { country: 'Italy' }, channel: 'app.form' },
  { userData: { country: 'France', news: 'yes' } },
  { userData: { news: 'no', country: 'Italy' }, lang: 'ita' },
  { userData: { country: 'Italy', card: 'gold' } },
  { userData: { news: 'yes', country: 'France', card: 'gold' } },
];

/** Holds every page of a search that a person may look at against what was put in. */
export const check = async (tenant: Tenant, kept: readonly Kept[], parameters: Parameters): Promise<void> => {
  const expected = matches(kept, parameters);
  const totalPages = Math.ceil(expected.length / 50);
  const middle = Math.ceil(totalPages / 2);
  for (const page of new Set([1, 2, middle, totalPages, totalPages + 1].filter((n) => n > 0))) {
    const body = await search(tenant, { ...parameters, page, perPage: 50 });
    const ids = body.data.map(({ id }) => id);
    expect({ parameters, page, ids }).toEqual({ parameters, page, ids: expected.slice((page - 1) * 50, page * 50) });
    expect(body).toMatchObject({ totalResults: expected.length, totalPages, results: ids.length });
  }
  const latest = await search(tenant, { ...parameters, first: 'true' });
  expect(latest.data?.id ?? null).toBe(expected[0] ?? null);
};
