import type { ConsentSearch } from '../schema/consent-request.ts';
import { findableValues } from '../schema/evidence.ts';
import type { Account } from './account.ts';
import { batchGet } from './batch-get.ts';
import type { Table } from './client.ts';
import type { Consent, StoredConsent } from './consent.ts';
import { consentKey, parseConsent } from './consent.ts';
import type { Entry } from './consent-list.ts';
import type { AccountSearch } from './consent-search.ts';
import { findLatestMatch, listMatches, passesFilters } from './consent-search.ts';
import { getItem } from './get.ts';
import type { Slice } from './tally.ts';

/** Gives a consent its proof, which another one of those read may keep. */
const withProof = (consent: StoredConsent, read: ReadonlyMap<string, StoredConsent>): Consent => {
  const { proof } = consent.proofId === undefined ? consent : (read.get(consent.proofId) ?? {});
  if (proof === undefined) throw new Error('A consent names a proof that is not there.');
  return { ...consent, proof };
};

const readById = async (table: Table, { id: accountId }: Account, ids: readonly string[]): Promise<StoredConsent[]> => {
  const keys = ids.map((id) => consentKey(accountId, id));
  const items = await batchGet(table, keys, { consistent: true });
  return items.filter((item) => item !== undefined).map(parseConsent);
};

/**
 * The consents of entries, as they are now, with their proofs: one round trip. Items of one transaction become visible
 * one after the other, so what is not there yet is asked for once more.
 */
const readConsents = async (table: Table, account: Account, entries: readonly Entry[]) => {
  const ids = [...new Set(entries.flatMap(({ id, proofId }) => (proofId === undefined ? [id] : [id, proofId])))];
  const read = new Map((await readById(table, account, ids)).map((consent) => [consent.id, consent]));
  const late = ids.filter((id) => !read.has(id));
  for (const consent of late.length > 0 ? await readById(table, account, late) : []) read.set(consent.id, consent);
  return entries.flatMap(({ id }) => {
    const consent = read.get(id);
    return consent ? [withProof(consent, read)] : [];
  });
};

/** The consent of an id, as it is now; a second round trip where another one keeps its proof. */
const findConsent = async (table: Table, { id: accountId }: Account, id: string): Promise<Consent | undefined> => {
  const item = await getItem(table, consentKey(accountId, id));
  if (item === undefined) return undefined;
  const consent = parseConsent(item);
  const keeper = consent.proofId && (await getItem(table, consentKey(accountId, consent.proofId)));
  return withProof(consent, new Map(keeper ? [[consent.proofId ?? '', parseConsent(keeper)]] : []));
};

const hasValues = (consent: Consent, { values }: ConsentSearch): boolean => {
  const found = findableValues(consent.userData);
  return [...values].every(([key, value]) => found.get(key) === value);
};

const matchById = async (table: Table, { account, search }: AccountSearch, id: string): Promise<Consent[]> => {
  const consent = await findConsent(table, account, id);
  return consent && passesFilters(search, consent) && hasValues(consent, search) ? [consent] : [];
};

/** A slice of the consents that match a search, newest first, and how many match in all. */
export interface Matches {
  readonly total: number;
  readonly consents: readonly Consent[];
}

/**
 * Reads the consents of the slice that is wanted, and no others.
 *
 * @throws Problem store.unavailable
 */
export const findMatches = async (table: Table, search: AccountSearch, slice: Slice): Promise<Matches> => {
  const { id } = search.search;
  if (id !== undefined) {
    const matches = await matchById(table, search, id);
    return { total: matches.length, consents: matches.slice(slice.from, slice.to) };
  }
  const listed = await listMatches(table, search, slice);
  if ('total' in listed) {
    return { total: listed.total, consents: await readConsents(table, search.account, listed.entries) };
  }
  const candidates = await readConsents(table, search.account, listed.candidates);
  const consents = candidates.filter((consent) => hasValues(consent, search.search));
  return { total: consents.length, consents };
};

/**
 * The latest consent that matches a search; how many there are is not counted for it.
 *
 * @throws Problem store.unavailable
 */
export const findLatest = async (table: Table, search: AccountSearch): Promise<Consent | undefined> => {
  const { id } = search.search;
  if (id !== undefined) return (await matchById(table, search, id))[0];
  const entry = await findLatestMatch(table, search);
  return entry && (await readConsents(table, search.account, [entry]))[0];
};
