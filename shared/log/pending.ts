import pMap from 'p-map';
import { parseLogged } from '../consents/consent.ts';
import { describeFault, logger } from '../runtime/logger.ts';
import { atOnce } from '../runtime/retry.ts';
import { attempt, isSameBytes } from '../runtime/values.ts';
import { logKeyOf } from '../store/keys.ts';
import { batchGet, readPages } from '../store/read.ts';
import type { Item, Key, Table } from '../store/table.ts';
import { project } from '../store/table.ts';
import type { Put } from '../store/write.ts';
import { remove } from '../store/write.ts';
import { leafKeyOf, parseLeafItem } from './blocks.ts';
import { eventsOf, leafOfRemoved, leavesOfConsent } from './leaves.ts';
import type { EndKind, Leaf, LogEvent } from './log-event.ts';
import { endKinds } from './log-event.ts';

/**
 * A leaf that the log is to get, of an end of a consent or of a version of its notice. Its item is written in the
 * transaction of the change, and deleted when a signed checkpoint has the leaf. Until then no document says less than it,
 * whatever keeps the log from it. Its key says all of it, so that writing the item again changes nothing.
 */
export interface PendingLeaf {
  /** Undefined for an item that the register never writes. */
  readonly kind: EndKind | 'published' | undefined;
  /** Of the version. */
  readonly versionId?: string;
  /** Of the event of an end. Undefined for a removal, and for an end of which nobody could read when it was. */
  readonly time?: number | undefined;
  /** Undefined for what was revoked or erased before the call that wrote the item. */
  readonly entry?: Uint8Array | undefined;
}

const isEndKind = (kind: string): kind is EndKind => endKinds.some((each) => each === kind);

const toHex = (entry: Uint8Array | undefined): string => (entry ? Buffer.from(entry).toString('hex') : '');

/** The stream gives a removal its time, so that its writer does not know it. */
const timeIn = ({ event: { kind, time } }: Leaf): number | '' => (kind === 'removed' ? '' : time);

const keyOfEnd = (consentId: string, kind: EndKind, time: number | '', entry?: Uint8Array): Key =>
  logKeyOf.pendingOfConsent(consentId, [kind, time, toHex(entry)].join('#'));

/** The key of a leaf that is awaited, of which a document lacks something as long as the log does not have it. */
const keyOfLeaf = (leaf: Leaf): Key | undefined => {
  const { kind, id, account = '', notice } = leaf.event;
  if (isEndKind(kind)) return keyOfEnd(id, kind, timeIn(leaf), leaf.entry);
  if (kind !== 'published' || notice === undefined) return undefined;
  return logKeyOf.pendingOfNotice(account, notice.pid, [id, toHex(leaf.entry)].join('#'));
};

/** Writes for the transaction of a change. None where the log is not known. */
const toPuts = (log: Table | undefined, keys: readonly (Key | undefined)[]): readonly Put[] =>
  log === undefined ? [] : keys.flatMap((key) => (key ? [{ put: { ...key }, into: log }] : []));

/** The writes of leaves that the log is to get. */
export const awaitLeaves = (log: Table | undefined, leaves: readonly Leaf[]): readonly Put[] =>
  toPuts(log, leaves.map(keyOfLeaf));

/** Of what somebody damaged no leaf can be made: its end is awaited without. */
const awaitEnd = (
  log: Table | undefined,
  { id, kind, time }: { readonly id: string; readonly kind: EndKind; readonly time: number | '' },
  make: () => readonly Leaf[],
): readonly Put[] => {
  const leaves = attempt(make) ?? [];
  return leaves.length > 0 ? awaitLeaves(log, leaves) : toPuts(log, [keyOfEnd(id, kind, time)]);
};

const only =
  (kind: EndKind) =>
  (event: LogEvent): boolean =>
    event.kind === kind;

/** The same of a revocation. @param item the consent with it */
export const awaitRevocation = (
  log: Table | undefined,
  { account, id, now }: EndedConsent,
  item: Item,
): readonly Put[] =>
  awaitEnd(log, { id, kind: 'revoked', time: now.getTime() }, () => leavesOfConsent(account, item, only('revoked')));

/** The same of an erasure. @param item what is left of the consent */
export const awaitErasure = (log: Table | undefined, { account, id, now }: EndedConsent, item: Item): readonly Put[] =>
  awaitEnd(log, { id, kind: 'erased', time: now.getTime() }, () => leavesOfConsent(account, item, only('erased')));

/** The same of an erasure that leaves nothing. @param last the consent as it was */
export const awaitRemoval = (
  log: Table | undefined,
  { account, id }: Omit<EndedConsent, 'now'>,
  last: Item,
): readonly Put[] =>
  awaitEnd(log, { id, kind: 'removed', time: '' }, () => [leafOfRemoved(account, last, new Date(0))]);

/** Which consent ends when. */
interface EndedConsent {
  readonly account: string;
  readonly id: string;
  readonly now: Date;
}

/** The same of the ends that a consent has when it comes into the table. The log takes none of which no leaf can be made. */
export const awaitEnds = (log: Table | undefined, account: string, item: Item): readonly Put[] =>
  awaitLeaves(log, attempt(() => leavesOfConsent(account, item, ({ kind }) => isEndKind(kind))) ?? []);

const lastEndOf = (account: string, item: Item): LogEvent | undefined =>
  eventsOf(account, parseLogged(item)).findLast(({ kind }) => isEndKind(kind));

/**
 * The same of the end that a consent has already, which is the answer to whoever revokes or erases it: somebody may have
 * made it up, and may take it out again. Its item stays.
 */
export const awaitKnownEnd = (log: Table | undefined, account: string, id: string, item: Item): readonly Put[] => {
  const end = attempt(() => lastEndOf(account, item));
  const key =
    end !== undefined && isEndKind(end.kind) && Number.isSafeInteger(end.time)
      ? keyOfEnd(id, end.kind, end.time)
      : keyOfEnd(id, 'revoked', '');
  return toPuts(log, [key]);
};

/**
 * Deletes the items of leaves that are in a signed checkpoint, so that nobody can change them any more, if they also have
 * the items by which documents find them. One that stays does no harm, so no fault stops the checkpoints.
 */
export const endWaiting = async (log: Table, leaves: readonly Leaf[]): Promise<void> => {
  const awaited = leaves.flatMap((leaf) => {
    const key = keyOfLeaf(leaf);
    return key === undefined ? [] : [{ ...leaf, key }];
  });
  try {
    const keys = awaited.map(({ event }) => leafKeyOf(event));
    const items = await batchGet(log, keys, { consistent: true });
    const found = awaited.filter(({ entry }, i) => {
      const logged = attempt(() => parseLeafItem(items[i] ?? {}));
      return logged !== undefined && isSameBytes(entry, logged.entry);
    });
    await pMap(found, ({ key }) => remove(log, key), atOnce);
  } catch (error) {
    logger.warn('log.pending-left', describeFault(error));
  }
};

/** What waits for the log. Undefined if somebody put more there than the register writes. */
export type Pending = readonly PendingLeaf[] | undefined;

/**
 * What waits of a consent and of its notice, in one round trip. Read it before the leaves of the log: what is deleted in
 * between is a leaf then.
 */
export const findPending = async (
  log: Table,
  { accountId, consentId, pid }: { readonly accountId: string; readonly consentId: string; readonly pid: number },
): Promise<Pending> => {
  const [ofConsent, ofNotice] = await Promise.all([
    readKeys(log, logKeyOf.pendingOfConsent(consentId, ''), mostEnds),
    readKeys(log, logKeyOf.pendingOfNotice(accountId, pid, ''), mostVersions),
  ]);
  return ofConsent && ofNotice && [...ofConsent.map(parseEnd), ...ofNotice.map(parseVersion)];
};

/** A consent has three kinds of ends, each awaited with its entry or without. A notice may get as many versions at once. */
const mostEnds = 8;
const mostVersions = 256;

/** The sort keys of a partition, in one page. Undefined if there are more than the most. */
const readKeys = async (log: Table, { PK: partition }: Key, most: number): Promise<readonly string[] | undefined> => {
  const pages = readPages(log, { partition, pageSize: most, projection: project(['SK']) });
  for await (const { items, reached } of pages)
    return reached === undefined ? items.map(({ SK }) => String(SK)) : undefined;
  return [];
};

const form = /^([0-9a-z]+)#(?:(\d{0,15})#)?([0-9a-f]{64})?$/;

const parse = (sort: string) => {
  const [, name = '', time = '', entry] = form.exec(sort) ?? [];
  return {
    name,
    time: time === '' ? undefined : Number(time),
    entry: entry === undefined ? undefined : Buffer.from(entry, 'hex'),
  };
};

const parseEnd = (sort: string): PendingLeaf => {
  const { name, ...end } = parse(sort);
  return { ...end, kind: isEndKind(name) ? name : undefined };
};

const parseVersion = (sort: string): PendingLeaf => {
  const { name: versionId, entry } = parse(sort);
  return { kind: entry === undefined ? undefined : 'published', versionId, entry };
};
