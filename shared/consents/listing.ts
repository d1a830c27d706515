import * as v from 'valibot';
import { shortDigest } from '../digest.ts';
import type { Item } from '../store/client.ts';
import { keyOf } from '../store/keys.ts';
import { ConsentFacets } from './facets.ts';
import type { ConsentIndex } from './indexes.ts';
import { projectIndex, valueIndexes } from './indexes.ts';

const toDate = (time: string | undefined): Date | undefined => (time === undefined ? undefined : new Date(time));

/** A consent as every list holds it, whether of an index or of lookups. */
const Entry = v.pipe(
  v.object({
    SK: v.string(),
    ...ConsentFacets.entries,
    /** Digests of all its userData values that can be found, one after the other, as `toValueDigests` makes them. */
    valueDigests: v.optional(v.instance(Uint8Array), new Uint8Array()),
    /** Bytes of its item, and those that its record adds to an answer at least. */
    storedBytes: v.number(),
    answerBytes: v.number(),
    /** The consent that keeps the proof, where it is not this one. */
    proofId: v.optional(v.string()),
    /** When it was revoked and erased; lists of projects alone have these. */
    revokeTime: v.optional(v.string()),
    eraseTime: v.optional(v.string()),
  }),
  v.transform(({ SK, valueDigests, storedBytes, answerBytes, proofId, revokeTime, eraseTime, ...facets }) => ({
    id: SK,
    facets,
    valueDigests: Buffer.from(valueDigests),
    storedBytes,
    answerBytes,
    proofId,
    revokeTime: toDate(revokeTime),
    eraseTime: toDate(eraseTime),
  })),
);
export type Entry = v.InferOutput<typeof Entry>;

export const parseEntry = (item: Item): Entry => v.parse(Entry, item);

/** A value of userData: its key, and the value as it is compared. */
export type Value = readonly [key: string, normalisedValue: string];

/** A digest of 16 bytes of the parts. */
export type Digester = (...parts: readonly string[]) => Buffer;

/** Binds account, key and value, so that nothing can be told from it and no account meets another one's. */
const digestValue = (digester: Digester, accountId: string, [key, value]: Value): Buffer =>
  digester(accountId, key, value);

/** Bytes of a value's digest that every entry of the consent holds. */
const entryDigestBytes = 6;

const toEntryDigest = (digester: Digester, accountId: string, value: Value): Buffer =>
  digestValue(digester, accountId, value).subarray(0, entryDigestBytes);

/**
 * What the entries of a consent with these values say of them.
 *
 * @param digester another one for consents that were erased, as in `valueList`
 */
export const toValueDigests = (
  accountId: string,
  values: ReadonlyMap<string, string>,
  digester: Digester = shortDigest,
): Buffer => Buffer.concat([...values].map((value) => toEntryDigest(digester, accountId, value)));

const hasDigest = ({ valueDigests }: Entry, digest: Buffer): boolean => {
  for (let i = valueDigests.indexOf(digest); i >= 0; i = valueDigests.indexOf(digest, i + 1)) {
    if (i % entryDigestBytes === 0) return true;
  }
  return false;
};

/** Tells of an entry whether its consent has all of the values, as far as short digests can tell. */
export const hasValues = (
  accountId: string,
  values: ReadonlyMap<string, string>,
  digester: Digester = shortDigest,
): ((entry: Entry) => boolean) => {
  const digests = [...values].map((value) => toEntryDigest(digester, accountId, value));
  return (entry) => digests.every((digest) => hasDigest(entry, digest));
};

/** Where consents that have something in common are listed by id: in a partition of the table, or of an index. */
export type ConsentList =
  | { readonly partition: string; readonly index?: undefined }
  | { readonly partition: Buffer; readonly index: ConsentIndex };

const indexesByKey: ReadonlyMap<string, ConsentIndex> = new Map(Object.entries(valueIndexes));

/** Whether consents are listed by a key of userData in an index, not by lookups. */
export const isIndexed = (key: string): boolean => indexesByKey.has(key);

/**
 * The consents that have a value: of the keys that the contract names in an index, of others in lookups.
 *
 * @param digester with the erasure key, for the consents that were erased: in the same lists, they are where nobody looks who lacks the key
 */
export const valueList = (accountId: string, value: Value, digester: Digester = shortDigest): ConsentList => {
  const partition = digestValue(digester, accountId, value);
  const index = indexesByKey.get(value[0]);
  return index ? { partition, index } : { partition: keyOf.lookup(accountId, partition.toString('base64url'), '').PK };
};

/** The consents of a project. */
export const projectList = (accountId: string, projectUid: string): ConsentList => ({
  partition: shortDigest(accountId, projectUid),
  index: projectIndex,
});
