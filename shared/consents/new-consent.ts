import type { Project } from '../identity/project.ts';
import { isNamedByPid } from '../notices/notice-request.ts';
import type { NamedVersion } from '../notices/reference.ts';
import { newSalt } from '../runtime/digest.ts';
import { isSameBytes } from '../runtime/values.ts';
import { compress, itemSize } from '../store/item.ts';
import { keyOf } from '../store/keys.ts';
import type { Item, Key } from '../store/table.ts';
import type { Put } from '../store/write.ts';
import { isNew } from '../store/write.ts';
import { findReceivedBy } from './arrival.ts';
import type { Observed } from './consent.ts';
import { storeObserved, storeProject, storeVersion } from './consent.ts';
import type { NewConsents } from './consent-request.ts';
import type { FindableValues } from './evidence.ts';
import type { ConsentFacets } from './facets.ts';
import { pickFacets } from './facets.ts';
import type { ConsentList } from './listing.ts';
import { projectList, toValueDigests, valueList } from './listing.ts';
import { sizeAnswer } from './record.ts';

/** Lists as attributes of the consent. Each puts it into an index. */
export const toIndexKeys = (lists: readonly ConsentList[]): Record<string, Buffer> =>
  Object.fromEntries(lists.flatMap(({ partition, index }) => (index ? [[index.partitionKey, partition]] : [])));

/** Lists as items beside the consent. Each holds the same as an entry of an index. */
export const toLookups = (id: string, entry: object, lists: readonly ConsentList[]): Put[] =>
  lists.flatMap(({ partition, index }) => (index ? [] : [{ put: { PK: partition, SK: id, ...entry }, ...isNew }]));

/** What a consent is made from, besides the request. */
interface Circumstances {
  readonly observed: Observed;
  readonly now: Date;
  readonly newId: () => string;
}

/** The channel, and the way that the proof names instead. */
export const storeArrival = ({ channel, proof }: Pick<NewConsents, 'channel' | 'proof'>) => {
  const receivedBy = findReceivedBy(channel, proof);
  return { channel, ...(receivedBy !== undefined && { receivedBy }) };
};

/** What the consents of one request have in common. It is compressed once. */
const toCommon = (request: NewConsents, project: Project, { observed, now }: Circumstances) => ({
  ...storeProject(project),
  byPid: isNamedByPid(request),
  lang: request.lang,
  ...storeArrival(request),
  time: now.toISOString(),
  proof: compress(request.proof),
  userData: compress(request.userData),
  observed: storeObserved(observed),
});

/** The part of a new record that differs between consents. */
type Answered = Pick<NewConsents, 'projectUid' | 'lang' | 'channel' | 'proof' | 'userData'>;

/** Bytes that the record of such a consent adds to an answer while it is not revoked. */
export const sizeNewAnswer = (said: Answered, projectId: string, version: NamedVersion, time: Date): number =>
  sizeAnswer({ ...said, id: version.versionId, projectId, ...version, time, revoked: false });

/** The lists that contain a consent, and the value digests of its entries. */
interface Listing {
  readonly indexKeys: Readonly<Record<string, Buffer>>;
  readonly valueLists: readonly ConsentList[];
  readonly valueDigests: Buffer;
}

export const listConsent = (accountId: string, projectUid: string, values: FindableValues): Listing => {
  const valueLists = [...values].map((value) => valueList(accountId, value));
  const indexKeys = toIndexKeys([projectList(accountId, projectUid), ...valueLists]);
  return { indexKeys, valueLists, valueDigests: toValueDigests(accountId, values) };
};

/** A consent to write, with its item. */
export interface ListedItem<Content> {
  readonly id: string;
  readonly item: Content & { readonly storedBytes: number };
  /** Make the consent findable by keys of userData without an index. */
  readonly lookups: readonly Put[];
}

/** The item of a consent with its size, and its lookups. */
export const listItem = <Content extends Item & Key & ConsentFacets & { readonly answerBytes: number }>(
  content: Content,
  { valueLists, valueDigests }: Listing,
): ListedItem<Content> => {
  const { SK: id, answerBytes } = content;
  const item = { ...content, storedBytes: itemSize({ ...content, storedBytes: answerBytes }) };
  const { storedBytes } = item;
  const entry = { ...pickFacets(item), valueDigests, storedBytes, answerBytes };
  return { id, item, lookups: toLookups(id, entry, valueLists) };
};

/** Whether an item in the way of a consent is that consent: an earlier try wrote it, and its answer was lost. */
export const isSameWrite = ({ salt }: Item, existing: Item | undefined): boolean =>
  salt instanceof Uint8Array && existing?.salt instanceof Uint8Array && isSameBytes(salt, existing.salt);

export type NewConsent = ListedItem<
  Item & Key & ConsentFacets & { readonly time: string; readonly salt: Buffer; readonly answerBytes: number }
>;

/** The consents of one request, with their items. @param versions at least one */
export const newConsents = (
  accountId: string,
  request: NewConsents,
  { project, versions }: { readonly project: Project; readonly versions: readonly NamedVersion[] },
  circumstances: Circumstances,
): NewConsent[] => {
  const { newId } = circumstances;
  const common = toCommon(request, project, circumstances);
  const listing = listConsent(accountId, project.uid, request.values);
  const { indexKeys, valueDigests } = listing;
  const [first] = versions;
  const answerBytes = first ? sizeNewAnswer(request, project.id, first, circumstances.now) : 0;
  return versions.map((version) => {
    const content = {
      ...keyOf.consent(accountId, newId()),
      ...indexKeys,
      ...common,
      ...storeVersion(version),
      ...(valueDigests.length > 0 && { valueDigests }),
      salt: newSalt(),
      answerBytes,
    };
    return listItem(content, listing);
  });
};
