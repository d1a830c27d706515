import * as v from 'valibot';
import type { Item, Key } from '../store/client.ts';
import { itemSize } from '../store/item-size.ts';
import { keyOf } from '../store/keys.ts';
import type { Delete, Put, Update } from '../store/write.ts';
import type { StoredConsent } from './consent.ts';
import { consentAttributes, parseConsent } from './consent.ts';
import type { FindableValues } from './evidence.ts';
import { findableValues } from './evidence.ts';
import { consentIndexes, pickFacets, projectIndex } from './indexes.ts';
import type { ConsentList, Digester } from './listing.ts';
import { toValueDigests, valueList } from './listing.ts';
import { toIndexKeys, toLookups } from './new-consent.ts';
import { openUserData } from './opened-consent.ts';
import { sizeAnswer } from './record.ts';

/** A consent to erase, as it was read. */
export interface Erasable {
  readonly accountId: string;
  readonly item: Item;
  /** Digests with the erasure key. */
  readonly digester: Digester;
}

/**
 * Attributes that stay as they were. Attributes named neither here nor below are removed (docs/contract.md, Erased
 * consents).
 */
const kept: readonly string[] = [
  'PK',
  'SK',
  projectIndex.partitionKey,
  'projectUid',
  'projectId',
  'pid',
  'versionId',
  'contentHash',
  'byPid',
  'lang',
  'time',
  'channel',
  'revokeTime',
  'revokeChannel',
];

/** The observed and imported members that say nothing about the person. */
const keptOfMaps: Readonly<Record<string, readonly string[]>> = {
  observed: ['userId', 'sessionId', 'requestId'],
  revokeObserved: ['userId', 'sessionId', 'requestId'],
  imported: ['source', 'line', 'at', 'by', 'withRevocation'],
};

/** Attributes of what an erasure writes, without keys: of what remains of a consent, and of its entries in lists. */
const erasedAttributes: readonly string[] = [
  ...[...kept, ...Object.keys(keptOfMaps)].filter((name) => name !== 'PK' && name !== 'SK'),
  ...consentIndexes.map(({ partitionKey }) => partitionKey),
  'valueDigests',
  'lookupDigests',
  'eraseTime',
  'salt',
  'answerBytes',
  'storedBytes',
];

/** Attributes of a consent that no erased one has. */
export const takenByErasure: readonly string[] = consentAttributes.filter((name) => !erasedAttributes.includes(name));

const pick = (value: unknown, names: readonly string[]): Item => {
  const map = typeof value === 'object' && value !== null ? { ...value } : {};
  return Object.fromEntries(Object.entries(map).filter(([name]) => names.includes(name)));
};

/** The attributes of a consent that an erasure leaves as they were. */
export const pickKept = (item: Item): Item => ({
  ...pick(item, kept),
  ...Object.fromEntries(
    Object.entries(keptOfMaps).flatMap(([name, names]) => (name in item ? [[name, pick(item[name], names)]] : [])),
  ),
});

/** The values by which a consent is found. An erased consent has none. */
export const valuesOf = (consent: StoredConsent): FindableValues => findableValues(openUserData(consent).userData);

/** The lists of values that contain a consent. @param digester for an erased consent, that of the erasable */
export const listsOf = (accountId: string, values: FindableValues, digester?: Digester): ConsentList[] =>
  [...values].map((value) => valueList(accountId, value, digester));

/**
 * When a consent counts as erased. Erasing a consent in force revokes it at the same moment. For a consent that was
 * already revoked, the two moments differ (docs/contract.md, Erased consents).
 */
const toEraseTime = ({ time, revokeTime }: Pick<StoredConsent, 'time' | 'revokeTime'>, planned: Date): Date =>
  new Date(Math.max(planned.getTime(), time.getTime(), revokeTime === undefined ? 0 : revokeTime.getTime() + 1));

const digestBytes = 16;

const toLookupDigest = ({ partition, index }: ConsentList): Buffer[] =>
  index ? [] : [Buffer.from(partition.slice(partition.lastIndexOf('#') + 1), 'base64url')];

/** The bytes in the keys of an erased consent's remaining lookups, one after the other. */
const Lookups = v.object({ lookupDigests: v.optional(v.instance(Uint8Array), new Uint8Array()) });

/** The lookups of an erased consent. */
const lookupsOfErased = (accountId: string, item: Item): ConsentList[] => {
  const { lookupDigests } = v.parse(Lookups, item);
  return Array.from({ length: lookupDigests.length / digestBytes }, (_, i) => {
    const digest = Buffer.from(lookupDigests.subarray(i * digestBytes, (i + 1) * digestBytes)).toString('base64url');
    return { partition: keyOf.lookup(accountId, digest, '').PK };
  });
};

/**
 * The item that remains of a consent. It appears only in lists of keyed digests. Erasing the consent again after a
 * restore gives the same item with the same salt, which fits its leaf in the log.
 */
export const toErasedItem = ({ accountId, item, digester }: Erasable, planned: Date) => {
  const consent = parseConsent(item);
  const values = valuesOf(consent);
  const lists = listsOf(accountId, values, digester);
  const lookupDigests = Buffer.concat(lists.flatMap(toLookupDigest));
  const eraseTime = toEraseTime(consent, planned).toISOString();
  const bare: Key & Item = {
    ...keyOf.consent(accountId, consent.id),
    ...pickKept(item),
    ...toIndexKeys(lists),
    ...(values.size > 0 && { valueDigests: toValueDigests(accountId, values, digester) }),
    ...(lookupDigests.length > 0 && { lookupDigests }),
    eraseTime,
    salt: digester(accountId, consent.id),
    ...(consent.revokeTime === undefined && { revokeTime: eraseTime }),
    answerBytes: 0,
  };
  const answerBytes = sizeAnswer({ ...parseConsent(bare), proof: {}, userData: {}, revokeProof: {} });
  return { ...bare, answerBytes, storedBytes: itemSize({ ...bare, answerBytes, storedBytes: answerBytes }) };
};

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

/** The consent is as it was read: not revoked or erased since. */
const isUnchanged = ({ revokeTime, eraseTime }: Item) => {
  const states = Object.entries({ revokeTime, eraseTime });
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
    together: [{ put: erased, ...isUnchanged(item) }, ...removeLookups(consent.id, lists)],
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
    ],
    leaves: inIndexes(lists),
  };
};
