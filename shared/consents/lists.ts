import * as v from 'valibot';
import { shortDigest } from '../runtime/digest.ts';
import { keyOf } from '../store/keys.ts';
import type { Item } from '../store/table.ts';
import { ConsentFacets } from './facets.ts';
import type { ConsentIndex } from './indexes.ts';
import { projectIndex, valueIndexes } from './indexes.ts';
import { identifyingKeys } from './person-data.ts';

const toDate = (time: string | undefined): Date | undefined => (time === undefined ? undefined : new Date(time));

/** A consent in a list, whether in an index or in lookups. */
const Entry = v.pipe(
  v.object({
    SK: v.string(),
    ...ConsentFacets.entries,
    /** Digests of all findable userData values, one after the other, as `toValueDigests` makes them. */
    valueDigests: v.optional(v.instance(Uint8Array), new Uint8Array()),
    /** Bytes of its item. `answerBytes` is the least that its record adds to an answer. */
    storedBytes: v.number(),
    answerBytes: v.number(),
    /** When the consent was revoked and erased. Only lists of projects have these. */
    revokeTime: v.optional(v.string()),
    eraseTime: v.optional(v.string()),
  }),
  v.transform(({ SK, valueDigests, storedBytes, answerBytes, revokeTime, eraseTime, ...facets }) => ({
    id: SK,
    facets,
    valueDigests: Buffer.from(valueDigests),
    storedBytes,
    answerBytes,
    revokeTime: toDate(revokeTime),
    eraseTime: toDate(eraseTime),
  })),
);
export type Entry = v.InferOutput<typeof Entry>;

export const parseEntry = (item: Item): Entry => v.parse(Entry, item);

/** A value of userData: its key and its normalised text. */
export type Value = readonly [key: string, normalisedValue: string];

/** Binds account, key and value. The digest reveals none of them, and no two accounts share one. */
const digestValue = (accountId: string, [key, value]: Value): Buffer => shortDigest(accountId, key, value);

/** Bytes of each value's digest in a list entry. */
const entryDigestBytes = 6;

const toEntryDigest = (accountId: string, value: Value): Buffer =>
  digestValue(accountId, value).subarray(0, entryDigestBytes);

/** The value digests of a consent's entries. */
export const toValueDigests = (accountId: string, values: ReadonlyMap<string, string>): Buffer =>
  Buffer.concat([...values].map((value) => toEntryDigest(accountId, value)));

const hasDigest = ({ valueDigests }: Entry, digest: Buffer): boolean => {
  for (let i = valueDigests.indexOf(digest); i >= 0; i = valueDigests.indexOf(digest, i + 1)) {
    if (i % entryDigestBytes === 0) return true;
  }
  return false;
};

/** Returns a check whether the consent of an entry has all of the values, as far as short digests can show. */
export const hasValues = (accountId: string, values: ReadonlyMap<string, string>): ((entry: Entry) => boolean) => {
  const digests = [...values].map((value) => toEntryDigest(accountId, value));
  return (entry) => digests.every((digest) => hasDigest(entry, digest));
};

/** A list of consents, sorted by id: a partition of the table or of an index. */
export type ConsentList =
  | { readonly partition: string; readonly index?: undefined }
  | { readonly partition: Buffer; readonly index: ConsentIndex };

const indexesByKey: ReadonlyMap<string, ConsentIndex> = new Map(Object.entries(valueIndexes));

/** The list of consents with a value: in an index for keys that the contract names, in lookups for others. */
export const valueList = (accountId: string, value: Value): ConsentList => {
  const partition = digestValue(accountId, value);
  const index = indexesByKey.get(value[0]);
  return index ? { partition, index } : { partition: keyOf.lookup(accountId, partition.toString('base64url'), '').PK };
};

/** The consents of a project. */
export const projectList = (accountId: string, projectUid: string): ConsentList => ({
  partition: shortDigest(accountId, projectUid),
  index: projectIndex,
});

/**
 * Keys of userData, beginning with those whose values the fewest consents share. `undefined` stands for the callers'
 * own keys. More people share an address than a tax code.
 */
const likelyShortest = ['tax_code', ...identifyingKeys, undefined, 'last_name', 'first_name'];

const rankOf = ([key]: Value): number => likelyShortest.indexOf(likelyShortest.includes(key) ? key : undefined);

/** Whether one of the values probably has a short list, judging by its key. */
export const isOfFew = (values: ReadonlyMap<string, string>): boolean =>
  [...values.keys()].some((key) => identifyingKeys.includes(key));

/** The lists that each have all consents with some values and of a project, the one that is probably shortest first. */
export const planLists = (
  accountId: string,
  { values, projectUid }: { readonly values: ReadonlyMap<string, string>; readonly projectUid?: string | undefined },
): ConsentList[] => [
  ...[...values].sort((one, other) => rankOf(one) - rankOf(other)).map((value) => valueList(accountId, value)),
  ...(projectUid === undefined ? [] : [projectList(accountId, projectUid)]),
];

/** Of the lists that each have all consents with the values, the one that is probably shortest. @param values at least one */
export const personList = (accountId: string, values: ReadonlyMap<string, string>): ConsentList => {
  const [list] = planLists(accountId, { values });
  if (list === undefined) throw new Error('A person is found by one value at least.');
  return list;
};
