import type { Item } from '../store/client.ts';
import { keyOf } from '../store/keys.ts';
import type { Delete, Put, Update } from '../store/write.ts';
import type { StoredConsent } from './consent.ts';
import { parseConsent } from './consent.ts';
import type { Erasable } from './erased-form.ts';
import { listsOf, lookupsOfErased, toErasedItem, valuesOf } from './erased-form.ts';
import { pickFacets } from './facets.ts';
import type { ConsentList } from './listing.ts';
import { toValueDigests } from './listing.ts';
import { toLookups } from './new-consent.ts';

/**
 * The writes of an erasure. `before` is harmless alone and may be done at any time, as often as needed. `together` is
 * one transaction, which is refused if the consent has changed since it was read. Neither has more than 100 writes.
 */
export interface ErasureWrites {
  readonly before: readonly (Put | Delete)[];
  readonly together: readonly [Put | Update, ...Delete[]];
  /** The lists of indexes that show the consent until the indexes follow. */
  readonly leaves: readonly ConsentList[];
}

/** The consent is as it was read: not revoked or erased since, and not made the keeper of a proof. */
const isUnchanged = ({ revokeTime, eraseTime, proofId }: Item) => {
  const states = Object.entries({ revokeTime, eraseTime, proofId });
  const known = states.filter(([, value]) => value !== undefined);
  const conditions = states.map(([name, value]) =>
    value === undefined ? `attribute_not_exists(${name})` : `${name} = :${name}`,
  );
  return {
    condition: ['attribute_exists(PK)', ...conditions].join(' AND '),
    ...(known.length > 0 && { values: Object.fromEntries(known.map(([name, value]) => [`:${name}`, value])) }),
  };
};

/** The condition also accepts an item that is absent or already written. */
const isOwn = (id: string) => ({ condition: 'attribute_not_exists(PK) OR SK = :id', values: { ':id': id } });

const removeLookups = (id: string, lists: readonly ConsentList[]): Delete[] =>
  lists.flatMap(({ partition, index }) => (index ? [] : [{ remove: { PK: partition, SK: id }, ...isOwn(id) }]));

const removeRevokeProof = (accountId: string, { id, revokeProofBytes }: StoredConsent): Delete[] => {
  if (revokeProofBytes === undefined) return [];
  const condition = 'attribute_not_exists(PK) OR attribute_exists(revokeProof)';
  return [{ remove: keyOf.revokeProof(accountId, id), condition }];
};

const inIndexes = (lists: readonly ConsentList[]): ConsentList[] => lists.filter(({ index }) => index !== undefined);

/**
 * Keeps the evidence: the consent without personal data, in lists of keyed digests.
 *
 * @param erasable a consent that is not erased yet
 */
export const eraseButEvidence = (erasable: Erasable, planned: Date): ErasureWrites => {
  const { accountId, item, digester } = erasable;
  const consent = parseConsent(item);
  const values = valuesOf(consent);
  const lists = listsOf(accountId, values);
  const erased = toErasedItem(erasable, planned);
  const { storedBytes, answerBytes } = erased;
  const valueDigests = toValueDigests(accountId, values, digester);
  const entry = { ...pickFacets(consent), valueDigests, storedBytes, answerBytes };
  const keyed = toLookups(consent.id, entry, listsOf(accountId, values, digester));
  return {
    before: keyed.map(({ put }) => ({ put, ...isOwn(consent.id) })),
    together: [
      { put: erased, ...isUnchanged(item) },
      ...removeLookups(consent.id, lists),
      ...removeRevokeProof(accountId, consent),
    ],
    leaves: inIndexes(lists),
  };
};

/**
 * Leaves nothing of a consent, even if an earlier erasure kept its evidence.
 *
 * @param count counts the consents that leave nothing
 */
export const eraseWholly = ({ accountId, item, digester }: Erasable, count: Update): ErasureWrites => {
  const consent = parseConsent(item);
  const values = valuesOf(consent);
  const lists = listsOf(accountId, values);
  const keyed = [...lookupsOfErased(accountId, item), ...listsOf(accountId, values, digester)];
  return {
    before: removeLookups(consent.id, keyed),
    together: [
      count,
      { remove: keyOf.consent(accountId, consent.id), ...isUnchanged(item) },
      ...removeLookups(consent.id, lists),
      ...removeRevokeProof(accountId, consent),
    ],
    leaves: inIndexes(lists),
  };
};
