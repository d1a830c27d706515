import pMap from 'p-map';
import { limits } from '../api/limits.ts';
import { Problem } from '../api/problem.ts';
import { parseLogged } from '../consents/consent.ts';
import { attempt } from '../runtime/values.ts';
import { logKeyOf } from '../store/keys.ts';
import { batchGet, readPages } from '../store/read.ts';
import type { Item, Key, Table } from '../store/table.ts';
import { isTransient, project } from '../store/table.ts';
import type { Put } from '../store/write.ts';
import { write } from '../store/write.ts';
import { leafKeyOf } from './blocks.ts';
import { eventsOf, leafOfRemoved, leavesOfConsent } from './leaves.ts';
import type { EndKind, Leaf, LogEvent } from './log-event.ts';
import { endKinds } from './log-event.ts';

/**
 * What the journal has of an end of a consent or of a version of its notice, and so of its leaf. Its item is written in the
 * transaction of the change, and stays: whatever somebody does to the record or to the log, no document says less than it.
 * Its key says all of it, so that writing the item again changes nothing.
 */
export interface JournalEntry {
  /** Undefined for an item that the register never writes. */
  readonly kind: EndKind | 'published' | undefined;
  /** Of the version. */
  readonly versionId?: string;
  /** Of the event of an end. Undefined for a removal, and for an end whose time nobody can read. */
  readonly time?: number | undefined;
  /** Undefined for what was revoked or erased before the call that wrote the item, and for what no leaf can be made of. */
  readonly entry?: Uint8Array | undefined;
}

const isEndKind = (kind: string): kind is EndKind => endKinds.some((each) => each === kind);

const toHex = (entry: Uint8Array | undefined): string => (entry ? Buffer.from(entry).toString('hex') : '');

/** The stream gives a removal its time, so that its writer does not know it. */
const timeIn = ({ event: { kind, time } }: Leaf): number | '' => (kind === 'removed' ? '' : time);

const keyOfEnd = (consentId: string, kind: EndKind, time: number | '', entry?: Uint8Array): Key =>
  logKeyOf.journalOfConsent(consentId, [kind, time, toHex(entry)].join('#'));

/** The key of a leaf of an end or of a version. Undefined for any other. */
const keyOfLeaf = (leaf: Leaf): Key | undefined => {
  const { kind, id, account = '', notice } = leaf.event;
  if (isEndKind(kind)) return keyOfEnd(id, kind, timeIn(leaf), leaf.entry);
  if (kind !== 'published' || notice === undefined) return undefined;
  return logKeyOf.journalOfNotice(account, notice.pid, [id, toHex(leaf.entry)].join('#'));
};

/** Writes for the transaction of a change. None where the log is not known. */
const toPuts = (log: Table | undefined, keys: readonly (Key | undefined)[]): readonly Put[] =>
  log === undefined ? [] : keys.flatMap((key) => (key ? [{ put: { ...key }, into: log }] : []));

/** The writes of the entries of ends and versions. */
export const journalLeaves = (log: Table | undefined, leaves: readonly Leaf[]): readonly Put[] =>
  toPuts(log, leaves.map(keyOfLeaf));

/** Enters the ends and versions of leaves that the log cannot take, so that no document says less than they do. */
export const enterLeaves = async (log: Table, leaves: readonly Leaf[]): Promise<void> => {
  for (const entry of journalLeaves(log, leaves)) await write(log, entry);
};

/** An end of a consent. */
interface End {
  readonly id: string;
  readonly kind: EndKind;
  readonly time: number | '';
}

/** Of what somebody damaged no leaf can be made: its end is entered without. */
const journalLeavesOfEnd = (log: Table | undefined, end: End, make: () => readonly Leaf[]): readonly Put[] => {
  const leaves = attempt(make) ?? [];
  return leaves.length > 0 ? journalLeaves(log, leaves) : journalBareEnd(log, end);
};

/** The write of an end without its leaf. None where the log is not known. */
const journalBareEnd = (log: Table | undefined, { id, kind, time }: End): readonly Put[] =>
  toPuts(log, [keyOfEnd(id, kind, time)]);

const only =
  (kind: EndKind) =>
  (event: LogEvent): boolean =>
    event.kind === kind;

/** The writes of a revocation. @param item the consent with it */
export const journalRevocation = (
  log: Table | undefined,
  { account, id, now }: EndedConsent,
  item: Item,
): readonly Put[] =>
  journalLeavesOfEnd(log, { id, kind: 'revoked', time: now.getTime() }, () =>
    leavesOfConsent(account, item, only('revoked')),
  );

/** The same of an erasure. @param item what is left of the consent */
export const journalErasure = (
  log: Table | undefined,
  { account, id, now }: EndedConsent,
  item: Item,
): readonly Put[] =>
  journalLeavesOfEnd(log, { id, kind: 'erased', time: now.getTime() }, () =>
    leavesOfConsent(account, item, only('erased')),
  );

/** The same of an erasure that leaves nothing. @param last the consent as it was */
export const journalRemoval = (
  log: Table | undefined,
  { account, id }: Omit<EndedConsent, 'now'>,
  last: Item,
): readonly Put[] =>
  journalLeavesOfEnd(log, { id, kind: 'removed', time: '' }, () => [leafOfRemoved(account, last, new Date(0))]);

/** Which consent ends when. */
interface EndedConsent {
  readonly account: string;
  readonly id: string;
  readonly now: Date;
}

/** The same of the ends that a consent has when it comes into the table. The log accepts none without a possible leaf. */
export const journalEnds = (log: Table | undefined, account: string, item: Item): readonly Put[] =>
  journalLeaves(log, attempt(() => leavesOfConsent(account, item, ({ kind }) => isEndKind(kind))) ?? []);

const lastEndOf = (account: string, item: Item): LogEvent | undefined =>
  eventsOf(account, parseLogged(item)).findLast(({ kind }) => isEndKind(kind));

/** Milliseconds by which the clocks of functions may differ. */
const clockSkew = 1_000;

/** Whether something is said to happen later than now. As an end it is none yet, so whoever ends the consent now ends it. */
export const isFuture = (time: Date | number, now: Date): boolean => Number(time) > now.getTime() + clockSkew;

/**
 * The same of the end that a consent has already, which is the answer to whoever revokes or erases it: somebody may have
 * made it up, and may take it out again. One in the future is entered as one of now, so that no document says the other.
 */
export const journalKnownEnd = (
  log: Table | undefined,
  { account, id, now }: EndedConsent,
  item: Item,
): readonly Put[] => {
  const end = attempt(() => lastEndOf(account, item));
  if (end === undefined || !isEndKind(end.kind) || !Number.isSafeInteger(end.time))
    return journalBareEnd(log, { id, kind: 'revoked', time: '' });
  const time = isFuture(end.time, now) ? now.getTime() : end.time;
  return journalBareEnd(log, { id, kind: end.kind, time });
};

/** A consent that had ended before, as it was read. */
interface KnownEnd extends Pick<EndedConsent, 'id'> {
  readonly item: Item;
}

/**
 * The leaf of such an end. Undefined for one that no leaf proves: of what cannot be read, and of one in the future, for which
 * a leaf would say that the consent is in force until then.
 */
const leafOfKnown = ({ account, now }: Omit<EndedConsent, 'id'>, { id, item }: KnownEnd) => {
  const end = attempt(() => lastEndOf(account, item));
  if (end === undefined || isFuture(end.time, now)) return undefined;
  return { ...leafKeyOf({ kind: end.kind, id }), time: end.time };
};

const timed = project(['PK', 'SK', 'time']);

/**
 * Enters such ends because somebody is told of them: all that the log has no leaf of. An honest
 * history has one of each, which costs half a read unit and no write.
 *
 * @param ended however many
 */
export const enterKnownEnds = async (
  log: Table,
  by: Omit<EndedConsent, 'id'>,
  ended: readonly KnownEnd[],
): Promise<void> => {
  const leaves = ended.map((known) => leafOfKnown(by, known));
  const expected = leaves.filter((leaf) => leaf !== undefined);
  const items = await batchGet(log, expected, { consistent: false, projection: timed });
  const logged = new Set(expected.filter(({ time }, i) => items[i]?.time === time));
  const unlogged = ended.filter((_, i) => !leaves[i] || !logged.has(leaves[i]));
  await pMap(
    unlogged.flatMap(({ id, item }) => journalKnownEnd(log, { ...by, id }, item)),
    (entry) => write(log, entry),
    { concurrency: limits.withdrawnAtOnce },
  );
};

/** Enters that consents are gone, because somebody is told so. They could be put back. */
export const enterRemoved = async (log: Table, ids: readonly string[]): Promise<void> => {
  await pMap(
    ids.flatMap((id) => journalBareEnd(log, { id, kind: 'removed', time: '' })),
    (entry) => write(log, entry),
    { concurrency: limits.withdrawnAtOnce },
  );
};

/** Of an erasure that would count only later, since somebody moved what it follows: that it happens now. */
export const journalEarlyErasure = (
  log: Table | undefined,
  { id, now }: Pick<EndedConsent, 'id' | 'now'>,
  counted: Date,
): readonly Put[] => (isFuture(counted, now) ? journalBareEnd(log, { id, kind: 'erased', time: now.getTime() }) : []);

/** An end to enter, and when. */
interface WantedEnd {
  readonly log: Table | undefined;
  readonly id: string;
  readonly kind: EndKind;
  readonly time: Date;
}

/** Enters an end that cannot be written, by itself. */
export const journalAlone = async ({ log, id, kind, time }: WantedEnd): Promise<void> => {
  const entries = journalBareEnd(log, { id, kind, time: kind === 'removed' ? '' : time.getTime() });
  for (const entry of entries) if (log !== undefined) await write(log, entry);
};

/**
 * Makes the changes that end a consent. If they can never be written, as when somebody filled the consent up, the end is
 * entered alone.
 *
 * @throws the error of the changes
 */
export const orJournal = async <Result>(change: () => Promise<Result>, end: WantedEnd): Promise<Result> => {
  try {
    return await change();
  } catch (error) {
    const isInterrupted = error instanceof Error && error.name === 'AbortError';
    if (!(error instanceof Problem) && !isTransient(error) && !isInterrupted) await journalAlone(end);
    throw error;
  }
};

/** What the journal has. Undefined if somebody put more there than the register writes. */
export type Journal = readonly JournalEntry[] | undefined;

/** What the journal has of a consent and of its notice, in one round trip for a notice of up to some 6,000 versions. */
export const readJournal = async (
  log: Table,
  { accountId, consentId, pid }: { readonly accountId: string; readonly consentId: string; readonly pid: number },
): Promise<Journal> => {
  const [ofConsent, ofNotice] = await Promise.all([
    readKeys(log, logKeyOf.journalOfConsent(consentId, ''), mostEnds),
    readJournalOfNotice(log, accountId, pid),
  ]);
  return ofConsent && ofNotice && [...ofConsent.map(parseEnd), ...ofNotice];
};

/** What it has of a notice. */
export const readJournalOfNotice = async (log: Table, accountId: string, pid: number): Promise<Journal> =>
  (await readKeys(log, logKeyOf.journalOfNotice(accountId, pid, ''), mostVersions))?.map(parseVersion);

/** A consent has three kinds of ends, each with its leaf or without. No notice comes near as many versions. */
const mostEnds = 8;
const mostVersions = 20_000;

/** What the register writes is of four pages at most: a page has a megabyte. */
const mostPages = 8;

/** The sort keys of a partition. Undefined if there is more than the most. */
const readKeys = async (log: Table, { PK: partition }: Key, most: number): Promise<readonly string[] | undefined> => {
  const keys: string[] = [];
  let pages = 0;
  for await (const { items } of readPages(log, { partition, pageSize: most + 1, projection: project(['SK']) })) {
    keys.push(...items.map(({ SK }) => String(SK)));
    pages += 1;
    if (keys.length > most || pages > mostPages) return undefined;
  }
  return keys;
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

const parseEnd = (sort: string): JournalEntry => {
  const { name, ...end } = parse(sort);
  return { ...end, kind: isEndKind(name) ? name : undefined };
};

const parseVersion = (sort: string): JournalEntry => {
  const { name: versionId, entry } = parse(sort);
  return { kind: entry === undefined ? undefined : 'published', versionId, entry };
};
