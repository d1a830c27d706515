import { limits } from '../../limits.ts';
import { answerTooLarge } from '../../problem.ts';
import type { Item, Table } from '../../store/client.ts';
import { batchGetNamed } from '../../store/get.ts';
import { keyOf } from '../../store/keys.ts';
import { nameReason, unavailable } from '../../store/unavailable.ts';
import type { StoredConsent } from '../consent.ts';
import { parseConsent } from '../consent.ts';
import type { Entry } from '../listing.ts';
import type { Consent } from '../opened-consent.ts';
import { openConsent, openUserData } from '../opened-consent.ts';
import type { Search } from './plan.ts';
import { newComparison } from './plan.ts';

/** Refuses consents that no answer can hold, before reading them. @param sizes in bytes */
const refuseUnanswerable = (sizes: readonly { readonly answerBytes: number }[]): void => {
  const answered = sizes.reduce((sum, { answerBytes }) => sum + answerBytes, 0);
  if (answered > limits.resultBytes) throw answerTooLarge('perPage');
};

const readById = async (
  table: Table,
  { account }: Search,
  ids: readonly string[],
): Promise<Map<string, StoredConsent>> => {
  const keys = ids.map((id) => keyOf.consent(account.id, id));
  const items = (await batchGetNamed(table, keys)).filter((item) => item !== undefined);
  return new Map(items.map(parseConsent).map((consent) => [consent.id, consent]));
};

/** Whether the consent that keeps the proof was not read, or was erased meanwhile. */
const lacksProof = (
  { id, proofId = id, eraseTime }: StoredConsent,
  read: ReadonlyMap<string, StoredConsent>,
): boolean => eraseTime === undefined && read.get(proofId)?.proof === undefined;

/**
 * If the consent that kept a proof was erased, another one keeps it now, and earlier reads are outdated. Reads these
 * consents again, and then the consents that keep their proofs now.
 */
const followProofs = async (
  table: Table,
  search: Search,
  consents: readonly StoredConsent[],
  read: ReadonlyMap<string, StoredConsent>,
): Promise<ReadonlyMap<string, StoredConsent>> => {
  const lacking = consents.filter((consent) => lacksProof(consent, read)).map(({ id }) => id);
  if (lacking.length === 0) return read;
  const anew = await readById(table, search, lacking);
  const keepers = await readById(
    table,
    search,
    [...anew.values()].flatMap(({ proofId }) => proofId ?? []),
  );
  return new Map([...read, ...anew, ...keepers]);
};

/**
 * The proofs of revocations that are items of their own, by consent.
 *
 * @throws Problem store.unavailable when one was erased meanwhile
 */
const readRevokeProofs = async (
  table: Table,
  search: Search,
  consents: readonly StoredConsent[],
): Promise<ReadonlyMap<string, Item | undefined>> => {
  const apart = consents.filter(({ revokeProofBytes }) => revokeProofBytes !== undefined);
  if (apart.length === 0) return new Map();
  refuseUnanswerable(
    consents.map(({ answerBytes, revokeProofBytes = 0 }) => ({ answerBytes: answerBytes + revokeProofBytes })),
  );
  const keys = apart.map(({ id }) => keyOf.revokeProof(search.account.id, id));
  const items = await batchGetNamed(table, keys);
  if (items.includes(undefined)) throw unavailable(nameReason('ErasedMeanwhile'));
  return new Map(apart.map(({ id }, i) => [id, items[i]]));
};

/**
 * Opens the consents that have the values of a search, one after the other.
 *
 * @param read with the consents that keep their proofs
 * @throws Problem parameters.invalid as soon as they exceed one answer. The rest stays compressed
 */
const openMatches = async (
  table: Table,
  search: Search,
  consents: readonly StoredConsent[],
  read: ReadonlyMap<string, StoredConsent>,
): Promise<Consent[]> => {
  const tooLong = () => answerTooLarge('perPage', { why: 'Comparing so many long values would take too long' });
  const isMatch = newComparison(search.request.values, tooLong);
  const people = new Map(consents.map((consent) => [consent, openUserData(consent)]));
  const matches = [...people].filter(([, { userData }]) => isMatch(userData));
  const revokeProofs = await readRevokeProofs(table, search, [...people.keys()]);
  let bytes = 0;
  return matches.map(([consent, person]) => {
    const keeper = read.get(consent.proofId ?? consent.id);
    const opened = openConsent(consent, person, { keeper, revokeProof: revokeProofs.get(consent.id) });
    bytes += opened.bytes;
    if (bytes > limits.resultBytes) throw answerTooLarge('perPage');
    return opened;
  });
};

/**
 * The consents of a page of entries that have the values of a search, as they are now, with their proofs. Usually one
 * round trip.
 *
 * @throws Problem parameters.invalid, search.throttled, store.unavailable
 */
export const readPage = async (table: Table, search: Search, entries: readonly Entry[]): Promise<Consent[]> => {
  refuseUnanswerable(entries);
  search.onPage(entries.map(({ id }) => id));
  const ids = entries.flatMap(({ id, proofId }) => (proofId === undefined ? [id] : [id, proofId]));
  const first = await readById(table, search, [...new Set(ids)]);
  const found = entries.flatMap(({ id }) => first.get(id) ?? []);
  const read = await followProofs(table, search, found, first);
  const consents = entries.flatMap(({ id }) => read.get(id) ?? []);
  return openMatches(table, search, consents, read);
};

/**
 * A consent that was read, if it has the values. Takes a second round trip if its proof or that of its revocation is
 * kept elsewhere.
 */
export const openItem = async (table: Table, search: Search, consent: StoredConsent): Promise<Consent[]> => {
  const { id, proofId } = consent;
  const keepers = await readById(table, search, [proofId ?? []].flat());
  const read = await followProofs(table, search, [consent], new Map([...keepers, [id, consent]]));
  return openMatches(table, search, [read.get(id) ?? consent], read);
};
