import { limits } from '../api/limits.ts';
import type { ParameterError } from '../api/problem.ts';
import { invalidParameters, Problem } from '../api/problem.ts';
import type { Account } from '../identity/account.ts';
import { describeNotices, describeProjects } from '../identity/account.ts';
import type { Project } from '../identity/project.ts';
import { parseProject } from '../identity/project.ts';
import type { NamedVersion } from '../notices/notice.ts';
import { referenceKey, toNamedVersion } from '../notices/notice.ts';
import type { NoticeReference } from '../notices/notice-request.ts';
import { isNamedByPid } from '../notices/notice-request.ts';
import { newSalt } from '../runtime/digest.ts';
import { isSameBytes } from '../runtime/values.ts';
import type { Given, IdempotentRequest } from '../store/idempotency.ts';
import { writeOnce } from '../store/idempotency.ts';
import { compress, itemSize } from '../store/item.ts';
import { keyOf } from '../store/keys.ts';
import type { ItemsOf } from '../store/read.ts';
import type { Item, Key, Table } from '../store/table.ts';
import type { Put, Refusals, Update } from '../store/write.ts';
import { isNew, transact, write } from '../store/write.ts';
import { findReceivedBy } from './arrival.ts';
import { storeProject, storeVersion } from './consent.ts';
import type { NewConsents } from './consent-request.ts';
import type { ConsentFacets } from './facets.ts';
import { pickFacets } from './facets.ts';
import type { ConsentList } from './lists.ts';
import { projectList, toValueDigests, valueList } from './lists.ts';
import type { Observed } from './observed.ts';
import { storeObserved } from './observed.ts';
import type { FindableValues } from './person-data.ts';
import { sizeAnswer } from './record.ts';

const tooManyNotices = (notices: NewConsents['notices'], detail: string): Problem =>
  invalidParameters({
    field: isNamedByPid({ notices }) ? 'consentInformationPid' : 'consentInformationVersionId',
    code: 'too-many',
    detail,
  });

const jsonBytes = (...values: readonly unknown[]): number =>
  values.reduce<number>((sum, value) => sum + Buffer.byteLength(JSON.stringify(value)), 0);

/**
 * Refuses, before compressing anything, a consent whose record would be too large for any answer once it is revoked.
 *
 * @throws Problem consent.too-large
 */
export const checkRecordSize = ({ proof, userData }: Pick<NewConsents, 'proof' | 'userData'>): void => {
  if (jsonBytes(proof, userData) <= limits.consentBytes) return;
  throw unanswerableRecord();
};

/** Items that are written with consents: the answer, or the request to confirm and the counter of its day. */
const itemsBeside = { 'an Idempotency-Key': 1, 'a confirmation by email': 2 } as const;

/**
 * Refuses what an item or one transaction cannot hold: the consents, a lookup for each userData value without an index,
 * and the items beside them. As many notices as it says go through.
 *
 * @param beside what the other items are of, if there are any
 * @throws Problem consent.too-large, parameters.invalid
 */
export const checkFit = (
  consents: readonly NewConsent[],
  { notices }: NewConsents,
  beside?: keyof typeof itemsBeside,
): void => {
  const sizes = consents.map(({ item, lookups }) => [item, ...lookups.map(({ put }) => put)].map(itemSize));
  if (Math.max(...sizes.flat()) > limits.itemBytes - limits.revocationReserveBytes) throw oversizedRecord();
  const bytes = sizes.map((each) => each.reduce((sum, size) => sum + size, 0));
  const places = limits.transactionItems - (beside === undefined ? 0 : itemsBeside[beside]);
  const isNumerous = sizes.flat().length > places;
  if (!isNumerous && bytes.reduce((sum, size) => sum + size, 0) <= limits.requestBytes) return;
  const perNotice = Math.max(...sizes.map(({ length }) => length));
  const most = Math.min(Math.floor(places / perNotice), Math.floor(limits.requestBytes / Math.max(...bytes)));
  throw tooManyNotices(
    notices,
    isNumerous
      ? `Notices x (1 + members of userData with names of your own) must be at most ${places}${beside === undefined ? '' : ` with ${beside}`}. With this proof and these userData, send at most ${most} notices at a time.`
      : `Each consent keeps the proof and the userData, and those of one request must fit ${limits.requestBytes / 1e6} MB after compression. With this proof and these userData, send at most ${most} notices at a time.`,
  );
};

const sameIdentifier = (): Error => new Error('A new consent has the id of another one.');

/** One conditional write. */
const recordOne = async (table: Table, consent: NewConsent): Promise<void> => {
  const written = await write(table, { put: consent.item, ...isNew });
  if (!written.done && !isSameWrite(consent.item, written.existing)) throw sameIdentifier();
};

/**
 * Whether a transaction was refused for what it had written itself. DynamoDB knows a repeated transaction by its token,
 * other engines do not.
 */
const wereWritten = (consents: readonly NewConsent[], refusals: Refusals): boolean => {
  const places = consents.map((_, i) => consents.slice(0, i).reduce((sum, { lookups }) => sum + 1 + lookups.length, 0));
  return consents.every(({ item }, i) => isSameWrite(item, refusals[places[i] ?? 0]?.existing));
};

const putConsents = (consents: readonly NewConsent[]): Put[] =>
  consents.flatMap(({ item, lookups }) => [{ put: item, ...isNew }, ...lookups]);

/**
 * Writes consents with their lookups and other updates if an update goes through, all or nothing. They must fit beside these
 * (`checkFit`).
 *
 * @returns whether they were written; if not, the condition of the update does not hold
 */
export const recordWith = async (
  table: Table,
  update: Update,
  consents: readonly NewConsent[],
  others: readonly Update[],
): Promise<boolean> => {
  const refusals = await transact(table, [update, ...putConsents(consents), ...others]);
  if (refusals === undefined || wereWritten(consents, refusals.slice(1))) return true;
  if (refusals[0] === undefined) throw sameIdentifier();
  return false;
};

/**
 * Writes consents with their lookups and the answer, all or nothing. A single item is written without a transaction.
 *
 * @returns the answer to give: the first one if the request repeats an Idempotency-Key
 * @throws Problem consent.too-large, parameters.invalid, idempotency-key.reused, store.unavailable
 */
export const recordConsents = async <Answer>(
  table: Table,
  { consents, request }: { readonly consents: readonly NewConsent[]; readonly request: NewConsents },
  idempotency: IdempotentRequest | undefined,
  { answer, now }: { readonly answer: Answer; readonly now: Date },
): Promise<Given<Answer>> => {
  checkFit(consents, request, idempotency && 'an Idempotency-Key');
  const actions = putConsents(consents);
  const [only] = consents;
  if (only !== undefined && actions.length === 1 && idempotency === undefined) {
    await recordOne(table, only);
    return { answer, replayed: false };
  }
  const wasDone = (refusals: Refusals): boolean => wereWritten(consents, refusals);
  const outcome = await writeOnce(table, actions, idempotency, { answer, now, wasDone });
  if ('refusals' in outcome) throw sameIdentifier();
  return outcome;
};

/** Lists as attributes of the consent. Each puts it into an index. */
const toIndexKeys = (lists: readonly ConsentList[]): Record<string, Buffer> =>
  Object.fromEntries(lists.flatMap(({ partition, index }) => (index ? [[index.partitionKey, partition]] : [])));

/** Lists as items beside the consent. Each holds the same as an entry of an index. */
const toLookups = (id: string, entry: object, lists: readonly ConsentList[]): Put[] =>
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

/** The project of a consent, as far as the consent names it. */
type NamedProject = Pick<Project, 'uid' | 'id'>;

/** What the consents of one request have in common. It is compressed once. */
const toCommon = (request: NewConsents, project: NamedProject, { observed, now }: Circumstances) => ({
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

/** What every entry of a consent in lookups holds, besides its keys. */
export const toEntry = (
  { storedBytes, answerBytes, ...facets }: ConsentFacets & Record<'storedBytes' | 'answerBytes', unknown>,
  { valueDigests }: Pick<Listing, 'valueDigests'>,
) => ({ ...pickFacets(facets), valueDigests, storedBytes, answerBytes });

/** A consent to write, with its item. */
interface ListedItem<Content> {
  readonly id: string;
  readonly item: Content & { readonly storedBytes: number };
  /** Make the consent findable by keys of userData without an index. */
  readonly lookups: readonly Put[];
}

/** The item of a consent with its size, and its lookups. */
export const listItem = <Content extends Item & Key & ConsentFacets & { readonly answerBytes: number }>(
  content: Content,
  listing: Listing,
): ListedItem<Content> => {
  const { SK: id, answerBytes } = content;
  const item = { ...content, storedBytes: itemSize({ ...content, storedBytes: answerBytes }) };
  return { id, item, lookups: toLookups(id, toEntry(item, listing), listing.valueLists) };
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
  { project, versions }: { readonly project: NamedProject; readonly versions: readonly NamedVersion[] },
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

const unknownProject = ({ roster }: Account): ParameterError => ({
  field: 'projectUid',
  code: 'unknown',
  detail: `The account has no project with this UID.${describeProjects(roster)}`,
});

/** What is wrong with a notice. */
type Fault = Omit<ParameterError, 'field'>;

const unknownNotice = ({ roster }: Account): Fault => ({
  code: 'unknown',
  detail: `The account has no such notice.${describeNotices(roster)}`,
});

const retiredNotice: Fault = {
  code: 'retired',
  detail: 'This notice is retired: nothing new is recorded for it. Show and send another notice.',
};

const toError = (reference: NoticeReference, index: string, fault: Fault): ParameterError => ({
  field: ('pid' in reference ? 'consentInformationPid' : 'consentInformationVersionId') + index,
  ...fault,
});

/** The project and the notices that a request names. */
export interface Named {
  readonly projectUid?: string | undefined;
  readonly notices: readonly NoticeReference[];
  /** Whether the notices were given as an array. */
  readonly isList: boolean;
}

/** The keys of the project and the notices that a request names. */
export const namedKeys = (accountId: string, { projectUid, notices }: Named) => ({
  project: projectUid === undefined ? undefined : keyOf.project(accountId, projectUid),
  notices: notices.map((reference) => referenceKey(accountId, reference)),
});

/** The items of `namedKeys`. */
export type NamedItems = ItemsOf<ReturnType<typeof namedKeys>>;

/**
 * The project and the notice versions that a request names.
 *
 * @param account in whose roster are those that it has
 * @param findFault finds further faults of a notice
 * @throws Problem parameters.invalid, with every project and notice that the account does not have or that has a fault
 */
export const parseNamed = (
  { projectUid, notices, isList }: Named,
  items: NamedItems,
  account: Account,
  findFault: (version: NamedVersion) => Fault | undefined = () => undefined,
): { project: Project | undefined; versions: NamedVersion[] } => {
  const { project } = items;
  const errors: ParameterError[] = projectUid !== undefined && project === undefined ? [unknownProject(account)] : [];
  const versions = notices.flatMap((reference, i) => {
    const item = items.notices[i];
    const version = item && toNamedVersion(reference, item);
    const fault = version ? findFault(version) : unknownNotice(account);
    if (fault) errors.push(toError(reference, isList ? `[${i}]` : '', fault));
    return version ?? [];
  });
  if (errors.length > 0) throw invalidParameters(...errors);
  return { project: project && parseProject(project), versions };
};

/**
 * The project and the notice versions that new consents name.
 *
 * @throws Problem parameters.invalid, with every project and notice that the account does not have, and every retired
 * notice
 */
export const findNamed = (
  request: NewConsents,
  items: NamedItems,
  account: Account,
): { project: Project; versions: NamedVersion[] } => {
  const { project, versions } = parseNamed(request, items, account, ({ retiredAt }) =>
    retiredAt === undefined ? undefined : retiredNotice,
  );
  if (project === undefined) throw new Error('New consents name no project.');
  return { project, versions };
};

const tooLarge = (detail: string): Problem => new Problem('consent.too-large', { detail });

const toKilobytes = (bytes: number): string => `${bytes / 1024} KB`;

/** The 413 of a consent that the table cannot hold. */
export const oversizedRecord = (): Problem =>
  tooLarge(
    `The proof and the userData are larger than ${toKilobytes(limits.itemBytes - limits.revocationReserveBytes)} after compression. Shorten the proof.`,
  );

/** The 413 of a consent that no answer can hold. */
const unanswerableRecord = (): Problem =>
  tooLarge(
    `The proof and the userData have more than ${limits.consentBytes} bytes as JSON, which writes a control character as six bytes. Shorten the proof.`,
  );

/** The 413 of a revocation that the table cannot hold. */
export const oversizedProof = (): Problem =>
  tooLarge(`The proof is larger than ${toKilobytes(limits.revocationReserveBytes)} after compression. Shorten it.`);

/** The 413 of a revocation that no answer can hold. */
export const unanswerableProof = (): Problem =>
  tooLarge(
    `The proof has more than ${limits.revocationBytes} bytes as JSON, which writes a control character as six bytes. Shorten it.`,
  );
