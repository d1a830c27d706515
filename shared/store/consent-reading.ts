import type { ConsentSearch } from '../schema/consent-request.ts';
import { findableValues } from '../schema/evidence.ts';
import { batchGet } from './batch-get.ts';
import type { Table } from './client.ts';
import type { Consent } from './consent.ts';
import { consentKey, parseConsent } from './consent.ts';
import { listMatches, passesFilters } from './consent-search.ts';
import { getItem } from './get.ts';

/** The consent of an id, as it is now. */
export const findConsent = async (table: Table, accountId: string, id: string): Promise<Consent | undefined> => {
  const item = await getItem(table, consentKey(accountId, id));
  return item && parseConsent(item);
};

const hasValues = (consent: Consent, { values }: ConsentSearch): boolean => {
  const found = findableValues(consent.userData);
  return [...values].every(([key, value]) => found.get(key) === value);
};

/** A slice of the consents that match a search, newest first, and how many match in all. */
export interface Matches {
  readonly total: number;
  readonly consents: readonly Consent[];
}

const matchById = async (table: Table, accountId: string, id: string, search: ConsentSearch): Promise<Consent[]> => {
  const consent = await findConsent(table, accountId, id);
  return consent && passesFilters(search, consent) && hasValues(consent, search) ? [consent] : [];
};

/** Reads the consents of the slice that is wanted, and no others. @param from index of the first one, from 0 */
export const findMatches = async (
  table: Table,
  accountId: string,
  search: ConsentSearch,
  { from, count }: { readonly from: number; readonly count: number },
): Promise<Matches> => {
  if (search.id !== undefined) {
    const matches = await matchById(table, accountId, search.id, search);
    return { total: matches.length, consents: matches.slice(from, from + count) };
  }
  const entries = await listMatches(table, accountId, search);
  const keys = entries.slice(from, from + count).map(({ id }) => consentKey(accountId, id));
  const items = await batchGet(table, keys, { consistent: true });
  return { total: entries.length, consents: items.filter((item) => item !== undefined).map(parseConsent) };
};
