import { limits } from '../limits.ts';
import { answerTooLarge } from '../problem.ts';
import type { ConsentSearch } from '../schema/consent-request.ts';
import { newComparison } from '../schema/evidence.ts';
import type { Account } from './account.ts';
import { batchGet } from './batch-get.ts';
import type { Table } from './client.ts';
import type { Consent, StoredConsent } from './consent.ts';
import { consentKey, openConsent, openUserData, parseConsent } from './consent.ts';
import type { Entry } from './consent-list.ts';
import type { AccountSearch } from './consent-search.ts';
import { findLatestMatch, listMatches, passesFilters } from './consent-search.ts';
import { getItem } from './get.ts';
import type { Slice } from './tally.ts';

const readById = async (table: Table, { id: accountId }: Account, ids: readonly string[]): Promise<StoredConsent[]> => {
  const keys = ids.map((id) => consentKey(accountId, id));
  const items = await batchGet(table, keys, { consistent: true });
  return items.filter((item) => item !== undefined).map(parseConsent);
};

const compareWith = ({ values }: ConsentSearch) =>
  newComparison(values, () => answerTooLarge('perPage', 'So many long values take too long to compare'));

/**
 * Opens consents one after the other, those that have the values of a search.
 *
 * @param bytesBefore of those that the answer has already
 * @throws Problem parameters.invalid as soon as they are more than one answer can hold; what follows stays compressed
 */
const openMatches = (
  consents: readonly StoredConsent[],
  keepers: ReadonlyMap<string, StoredConsent>,
  isMatch: ReturnType<typeof newComparison>,
  bytesBefore = 0,
): Consent[] => {
  const opened: Consent[] = [];
  let bytes = bytesBefore;
  for (const consent of consents) {
    const person = openUserData(consent);
    if (!isMatch(person.userData)) continue;
    const match = openConsent(consent, person, keepers.get(consent.proofId ?? consent.id));
    bytes += match.bytes;
    if (bytes > limits.resultBytes) throw answerTooLarge('perPage');
    opened.push(match);
  }
  return opened;
};

/** What entries lead to, by id. Items of one transaction become visible one by one: what is missing is asked for once more. */
const readEntries = async (table: Table, account: Account, entries: readonly Entry[]) => {
  const ids = [...new Set(entries.flatMap(({ id, proofId }) => (proofId === undefined ? [id] : [id, proofId])))];
  const read = new Map((await readById(table, account, ids)).map((consent) => [consent.id, consent]));
  const late = ids.filter((id) => !read.has(id));
  for (const consent of late.length > 0 ? await readById(table, account, late) : []) read.set(consent.id, consent);
  return read;
};

/**
 * The consents of entries that have the values of a search, as they are now, with their proofs: one round trip for a
 * usual page. Reading ends where no answer could hold more.
 */
const readMatches = async (
  table: Table,
  { account, search }: AccountSearch,
  entries: readonly Entry[],
): Promise<Consent[]> => {
  const isMatch = compareWith(search);
  const matches: Consent[] = [];
  for (let i = 0; i < entries.length; i += limits.readAtOnce) {
    const part = entries.slice(i, i + limits.readAtOnce);
    const read = await readEntries(table, account, part);
    const consents = part.flatMap(({ id }) => read.get(id) ?? []);
    const bytesBefore = matches.reduce((sum, { bytes }) => sum + bytes, 0);
    matches.push(...openMatches(consents, read, isMatch, bytesBefore));
  }
  return matches;
};

/** The consent of an id, as it is now, if it matches; a second round trip where another one keeps its proof. */
const matchById = async (table: Table, { account, search }: AccountSearch, id: string): Promise<Consent[]> => {
  const item = await getItem(table, consentKey(account.id, id));
  if (item === undefined) return [];
  const consent = parseConsent(item);
  if (!passesFilters(search, consent)) return [];
  const keeper = consent.proofId && (await getItem(table, consentKey(account.id, consent.proofId)));
  const keepers = [consent, ...(keeper ? [parseConsent(keeper)] : [])].map((one): [string, StoredConsent] => [
    one.id,
    one,
  ]);
  return openMatches([consent], new Map(keepers), compareWith(search));
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
  const consents = await readMatches(table, search, 'total' in listed ? listed.entries : listed.candidates);
  return { total: 'total' in listed ? listed.total : consents.length, consents };
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
  return entry && (await readMatches(table, search, [entry]))[0];
};
