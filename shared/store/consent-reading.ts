import { limits } from '../limits.ts';
import { answerTooLarge } from '../problem.ts';
import { newComparison } from '../schema/evidence.ts';
import { batchGet } from './batch-get.ts';
import type { Item, Table } from './client.ts';
import type { Consent, StoredConsent } from './consent.ts';
import { consentKey, openConsent, openUserData, parseConsent, revokeProofKey } from './consent.ts';
import type { Entry } from './consent-list.ts';
import type { AccountSearch } from './consent-search.ts';
import { findLatestMatch, listMatches, passesFilters } from './consent-search.ts';
import type { Newest } from './list-reading.ts';
import type { Slice } from './tally.ts';

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** Refuses what no answer can hold before it is read, and charges it. @param sizes of records, in bytes */
const admit = async (
  { charge }: AccountSearch,
  sizes: { readonly answered: number; readonly stored: readonly number[] },
) => {
  if (sizes.answered > limits.resultBytes) throw answerTooLarge('perPage');
  await charge(sumOf(sizes.stored.map((bytes) => Math.ceil(bytes / limits.readUnitBytes))));
};

type Stored = ReadonlyMap<string, StoredConsent>;

const readById = async (table: Table, { account }: AccountSearch, ids: readonly string[]): Promise<StoredConsent[]> => {
  const keys = ids.map((id) => consentKey(account.id, id));
  const items = await batchGet(table, keys, { consistent: true });
  return items.filter((item) => item !== undefined).map(parseConsent);
};

/**
 * Consents by id, with those that keep their proofs: one round trip. Items of one transaction become visible one by one: what
 * is missing is asked for once more.
 */
const readEntries = async (table: Table, search: AccountSearch, entries: readonly Entry[]): Promise<Stored> => {
  const ids = [...new Set(entries.flatMap(({ id, proofId }) => (proofId === undefined ? [id] : [id, proofId])))];
  const read = new Map((await readById(table, search, ids)).map((consent) => [consent.id, consent]));
  const late = ids.filter((id) => !read.has(id));
  for (const consent of late.length > 0 ? await readById(table, search, late) : []) read.set(consent.id, consent);
  return read;
};

/** A consent that has the values of a search, and its userData. */
type Match = readonly [consent: StoredConsent, person: ReturnType<typeof openUserData>];

const compare = ({ search }: AccountSearch, consents: readonly StoredConsent[]): Match[] => {
  const tooLong = () => answerTooLarge('perPage', 'So many long values take too long to compare');
  const isMatch = newComparison(search.values, tooLong);
  return consents
    .map((consent): Match => [consent, openUserData(consent)])
    .filter(([, { userData }]) => isMatch(userData));
};

/** The proofs of revocations that are items of their own, by consent. */
const readRevokeProofs = async (
  table: Table,
  search: AccountSearch,
  consents: readonly StoredConsent[],
): Promise<ReadonlyMap<string, Item | undefined>> => {
  const apart = consents.filter(({ revokeProofBytes }) => revokeProofBytes !== undefined);
  if (apart.length === 0) return new Map();
  const stored = apart.map(({ revokeProofBytes = 0 }) => revokeProofBytes);
  await admit(search, { answered: sumOf(stored) + sumOf(consents.map(({ answerBytes }) => answerBytes)), stored });
  const keys = apart.map(({ id }) => revokeProofKey(search.account.id, id));
  const items = await batchGet(table, keys, { consistent: true });
  return new Map(apart.map(({ id }, i) => [id, items[i]]));
};

/**
 * Opens the consents that have the values of a search, one after the other.
 *
 * @throws Problem parameters.invalid as soon as they are more than one answer can hold; what follows stays compressed
 */
const openMatches = async (
  table: Table,
  search: AccountSearch,
  consents: readonly StoredConsent[],
  read: Stored,
): Promise<Consent[]> => {
  const matches = compare(search, consents);
  const revokeProofs = await readRevokeProofs(
    table,
    search,
    matches.map(([consent]) => consent),
  );
  let bytes = 0;
  return matches.map(([consent, person]) => {
    const keeper = read.get(consent.proofId ?? consent.id);
    const opened = openConsent(consent, person, { keeper, revokeProof: revokeProofs.get(consent.id) });
    bytes += opened.bytes;
    if (bytes > limits.resultBytes) throw answerTooLarge('perPage');
    return opened;
  });
};

/** The consents of entries that have the values of a search, as they are now, with their proofs: one round trip as a rule. */
const readMatches = async (table: Table, search: AccountSearch, entries: readonly Entry[]): Promise<Consent[]> => {
  const answered = sumOf(entries.map(({ answerBytes }) => answerBytes));
  await admit(search, { answered, stored: entries.map(({ storedBytes }) => storedBytes) });
  const read = entries.length === 0 ? new Map() : await readEntries(table, search, entries);
  const consents = entries.flatMap(({ id }) => read.get(id) ?? []);
  return openMatches(table, search, consents, read);
};

/** The consent of an item, if it matches; a second round trip where its proof or that of its revocation is kept elsewhere. */
const matchItem = async (table: Table, search: AccountSearch, item: Item | undefined): Promise<Consent[]> => {
  const consent = item && parseConsent(item);
  if (consent === undefined || !passesFilters(search.search, consent)) return [];
  const keepers = consent.proofId === undefined ? [consent] : await readById(table, search, [consent.proofId]);
  return openMatches(table, search, [consent], new Map(keepers.map((keeper) => [keeper.id, keeper])));
};

/** What was read of a search when it is known who asks: of one by id the consent, otherwise the newest of a list. */
export interface Begun {
  readonly item: Item | undefined;
  readonly newest: Newest | undefined;
}

/** A slice of the consents that match a search, newest first, and how many match in all. */
export interface Matches {
  readonly total: number;
  readonly consents: readonly Consent[];
}

/**
 * Reads the consents of the slice that is wanted, and no others.
 *
 * @throws Problem parameters.invalid, search.throttled, store.unavailable
 */
export const findMatches = async (
  table: Table,
  search: AccountSearch,
  { item, newest }: Begun,
  slice: Slice,
): Promise<Matches> => {
  if (newest === undefined) {
    const matches = await matchItem(table, search, item);
    return { total: matches.length, consents: matches.slice(slice.from, slice.to) };
  }
  const { total, entries } = await listMatches(table, search, newest, slice);
  const consents = await readMatches(table, search, entries);
  return { total: total - (entries.length - consents.length), consents };
};

/**
 * The latest consent that matches a search; how many there are is not counted for it.
 *
 * @throws Problem parameters.invalid, search.throttled, store.unavailable
 */
export const findLatest = async (
  table: Table,
  search: AccountSearch,
  { item, newest }: Begun,
): Promise<Consent | undefined> => {
  if (newest === undefined) return (await matchItem(table, search, item))[0];
  const entry = await findLatestMatch(table, search, newest);
  return entry && (await readMatches(table, search, [entry]))[0];
};
