import * as v from 'valibot';
import { longestErasure } from '../../api/limits.ts';
import { earlyRevocationIn } from '../../consents/consent.ts';
import { removedAttributes } from '../../consents/erased-form.ts';
import type { Erasure } from '../../consents/erasure/erasures.ts';
import { findErasures } from '../../consents/erasure/erasures.ts';
import { readSoundLineage } from '../../notices/lineage.ts';
import type { NoticeVersion } from '../../notices/notice.ts';
import { parseNoticeText, parseNoticeVersion } from '../../notices/notice.ts';
import { measureContent } from '../../notices/publishing.ts';
import { attempt, toChunks } from '../../runtime/values.ts';
import { keyOf, logKeyOf } from '../../store/keys.ts';
import { batchGet, textOfKey } from '../../store/read.ts';
import type { Item, Key, Table } from '../../store/table.ts';
import { leafName } from '../blocks.ts';
import type { Leaf, LogEvent } from '../log-event.ts';
import type { KeyedItem } from '../scan-evidence.ts';
import { accountOf, isInLists, isVersion, scanEvidence } from '../scan-evidence.ts';
import { listSetAside } from '../set-aside.ts';
import type { LookedUp } from './check-lists.ts';
import { checkLists, checkLookups } from './check-lists.ts';
import type { Report } from './findings.ts';
import type { LeafTimes, LogLeaf, WholeLog } from './read-log.ts';
import { digestEvent, eventOf, hasEntry } from './read-log.ts';
import type { RecordLeaves } from './record-leaves.ts';
import { accountNamedIn, accountOfConsent, toRecordLeaves } from './record-leaves.ts';

/** What records are compared with. */
export interface RecordCheck {
  readonly whole: WholeLog;
  readonly times: LeafTimes;
  /** The time of the first checkpoint. The log should have everything since then. */
  readonly first: Date | undefined;
  /** Milliseconds by which the log may lag. */
  readonly lag: number;
  /** When the reading of the log began. */
  readonly began: Date;
  readonly report: Report;
}

/** A consent that is erased or gone, which the list of erasures must explain. */
interface Unexplained {
  readonly account: string;
  readonly id: string;
  readonly at: number | undefined;
  readonly says: string;
  /** Whether only an erasure with everything explains it. */
  readonly isGone: boolean;
}

/** What the second pass of an audit found, besides findings. */
export interface CheckedRecords {
  readonly records: number;
  /** Leaves that the log may have received since it was read. */
  readonly waiting: readonly Waiting[];
  readonly unexplained: readonly Unexplained[];
}

interface Waiting {
  readonly event: LogEvent;
  readonly entry: Uint8Array | undefined;
}

/** How many leaves may wait before the log is read again. */
const mostWaiting = 100_000;

/** The second pass of an audit: looks up the leaves of every record, and compares them. */
export const checkRecords = async (
  table: Table,
  check: RecordCheck,
  { segments, onRecords }: { readonly segments: number; readonly onRecords: (count: number) => void },
): Promise<CheckedRecords> => {
  const waiting: Waiting[] = [];
  const unexplained: Unexplained[] = [];
  const notices = new Map<string, Notice>();
  const agreed: Agreed = new Map();
  let records = 0;
  for await (const page of scanEvidence(table, segments)) {
    const lookedUp: LookedUp[] = [];
    for (const item of page) {
      if (isInLists(item) && !isConsent(item)) reportForeign(item, check.report);
      const record = parseRecord(item, check);
      if (record === undefined) markDamagedSeen(item, check);
      else {
        const late = checkRecord(record, check);
        if (waiting.length < mostWaiting) waiting.push(...late);
        unexplained.push(...findUnexplained(record, check));
        lookedUp.push(...record.lookedUp);
      }
      if (record?.events.length !== 0) records += 1;
      const notice = findNotice(item);
      if (notice !== undefined) notices.set(textOfKey(notice.head), notice);
    }
    await checkTexts(table, page.filter(isVersion), check.report);
    await checkAgreed(table, page.flatMap(findAgreement), agreed, check.report);
    await checkLookups(table, lookedUp, check.report);
    onRecords(page.length);
  }
  await checkHeads(table, notices.values(), check);
  return { records, waiting, unexplained };
};

/** Compares what waited with what the log has by now. @returns how many leaves the log still lacks */
export const checkWaiting = (waiting: readonly Waiting[], check: RecordCheck, now: Date): number => {
  const { whole, report, began, lag } = check;
  let left = 0;
  for (const { event, entry } of waiting) {
    const leaf = whole.find(event);
    const isFuture = event.time > now.getTime() + lag;
    if (leaf !== undefined) compareLeaf(event, entry, leaf, check);
    else if (whole.isWhole() && (isFuture || event.time < began.getTime() - allowedLagOf(event, lag)))
      report({ kind: 'unlogged', account: event.account, id: event.id, says: event.kind });
    else left += 1;
  }
  return left;
};

const ofConsents: ReadonlySet<LogEvent['kind']> = new Set(['recorded', 'imported', 'revoked', 'erased', 'removed']);

/**
 * Finds what the log has and the table lacks, and asks the list of erasures for what an erasure explains.
 *
 * @param leaves those of the log before the table was read
 * @param erasures undefined if the register has no erasures table yet
 */
export const checkGone = async (
  leaves: readonly LogLeaf[],
  unexplained: readonly Unexplained[],
  erasures: Table | undefined,
  { whole, report }: RecordCheck,
): Promise<void> => {
  const gone: Unexplained[] = [...unexplained];
  const named = new Set<string>();
  for (const leaf of leaves) {
    if (leaf.isSeen) continue;
    const { account, index: at } = leaf;
    const { kind, id } = eventOf(leaf);
    if (!ofConsents.has(kind) || account === undefined) {
      report({ kind: 'deleted', account, id, at, says: kind });
      continue;
    }
    const isRemoved = whole.find({ kind: 'removed', id }) !== undefined;
    if (named.has(id) || (isRemoved && kind !== 'removed')) continue;
    named.add(id);
    gone.push({ account, id, at, isGone: true, says: 'its item was deleted' });
  }
  for (const [account, asked] of Map.groupBy(gone, (each) => each.account))
    for (const some of toChunks(asked, 100)) {
      const ids = some.map(({ id }) => id);
      const listed = erasures === undefined ? [] : await findListed(erasures, account, ids);
      const extents = new Map(listed.map(({ consentId, extent }) => [consentId, extent]));
      for (const { id, at, says, isGone } of some) {
        const extent = extents.get(id);
        const isExplained = isGone ? extent === 'everything' : extent !== undefined || erasures === undefined;
        if (!isExplained) report({ kind: 'deleted', account, id, at, says: `${says}, and no erasure is listed` });
      }
    }
};

/** The listed erasures of consents. What cannot be read explains nothing. */
const findListed = async (erasures: Table, account: string, ids: readonly string[]): Promise<Erasure[]> => {
  try {
    return await findErasures(erasures, account, ids);
  } catch (error) {
    if (!v.isValiError(error)) throw error;
    const [one, ...others] = ids;
    if (one === undefined || others.length === 0) return [];
    const half = Math.ceil(ids.length / 2);
    const halves = [ids.slice(0, half), ids.slice(half)].map((some) => findListed(erasures, account, some));
    return (await Promise.all(halves)).flat();
  }
};

/** Reports each change that gave the log no leaf, until an operator has dealt with it and deletes the note. */
export const reportSetAside = async (log: Table, report: Report): Promise<void> => {
  for (const { SK: note, of: PK, sort: SK, reason, at } of await listSetAside(log)) {
    const id = PK === '' ? textOfNote(note) : idOf({ PK, SK });
    const says = `a change that the log took in at ${at} gave it no leaf (${reason}): what happened then may be in none`;
    report({ kind: 'edited', account: accountOfConsent({ PK, SK }), id, says });
  }
};

const textOfNote = (sort: string): string => `${logKeyOf.aside('').PK} ${sort}`;

/** Whether an item has the key of a consent. */
const isConsent = ({ PK, SK }: Key): boolean => {
  const account = accountOfConsent({ PK, SK });
  return account !== undefined && keyOf.consent(account, SK).PK === PK;
};

/** The id of a consent, or the key of an item. Two consents cannot share a partition. */
const idOf = (key: Key): string => (isConsent(key) ? key.SK : `${key.PK} ${key.SK}`);

/** The service shows no such item in a list. */
const reportForeign = (item: KeyedItem, report: Report): void =>
  report({
    kind: 'edited',
    account: accountNamedIn(item),
    id: idOf(item),
    says: 'it is in lists of consents, and is no consent',
  });

/** A record, and the consent if it is one that lookups should have. */
interface ParsedRecord extends RecordLeaves {
  readonly lookedUp: readonly LookedUp[];
}

/** The events of a record. Undefined if it cannot be read, which is reported. */
const parseRecord = (item: KeyedItem, { report }: RecordCheck): ParsedRecord | undefined => {
  const account = accountOfConsent(item);
  try {
    const record = toRecordLeaves(item);
    const lookedUp = account === undefined ? [] : checkLists(account, item, report);
    const again = record.isErased ? removedAttributes.filter((name) => item[name] !== undefined) : [];
    if (again.length > 0)
      report({ kind: 'edited', account, id: record.id, says: `it was erased, but has ${again.join(', ')}` });
    const early = record.isConsent ? earlyRevocationIn(item) : [];
    if (early.length > 0)
      report({ kind: 'edited', account, id: record.id, says: `it is in force, but has ${early.join(', ')}` });
    return { ...record, lookedUp };
  } catch {
    report({ kind: 'edited', account, id: idOf(item), says: 'it cannot be read' });
    return undefined;
  }
};

/** Marks a damaged record as found. */
const markDamagedSeen = (item: KeyedItem, { whole }: RecordCheck): void => {
  const id = item.SK.slice(item.SK.lastIndexOf('#') + 1);
  for (const kind of ['recorded', 'revoked', 'erased', 'operation'] as const) markSeen(whole.find({ kind, id }));
  const account = accountOf(item);
  for (const leaf of isVersion(item) ? whole.leaves() : [])
    if (leaf.account === account && eventOf(leaf).id === id) markSeen(leaf);
};

const markSeen = (leaf: LogLeaf | undefined): void => {
  if (leaf !== undefined) leaf.isSeen = true;
};

/** Milliseconds by which the time of an event may be before a checkpoint that lacks it. */
const allowedLagOf = ({ kind }: LogEvent, lag: number): number =>
  kind === 'erased' ? Math.max(lag, longestErasure) : lag;

/** Compares the times of an event with those of signed checkpoints. */
const checkTime = (event: LogEvent, { index: at }: LogLeaf, { times, lag, report }: RecordCheck): void => {
  const { account, id, kind, time } = event;
  const what = `${kind} at ${new Date(time).toISOString()}`;
  const within = times.within(at);
  if (time > within.getTime() + lag)
    report({ kind: 'dated-ahead', account, id, at, says: `${what}; in the log since ${within.toISOString()}` });
  const before = times.before(at);
  if (before === undefined || time >= before.getTime() - allowedLagOf(event, lag)) return;
  const says = `${what}; the checkpoint of ${before.toISOString()} did not have it`;
  report({ kind: 'backdated', account, id, at, says });
};

/** Compares a record with its leaf. @param entry undefined if the record was erased, and its source with it */
const compareLeaf = (event: LogEvent, entry: Uint8Array | undefined, leaf: LogLeaf, check: RecordCheck): void => {
  const { account, id, kind } = event;
  leaf.isSeen = true;
  const at = leaf.index;
  if (entry !== undefined && !hasEntry(leaf, entry))
    check.report({ kind: 'edited', account, id, at, says: `its leaf \`${kind}\` differs` });
  else {
    if (leaf.digest !== digestEvent(event))
      check.report({ kind: 'block', account, id, at, says: `the event \`${kind}\` differs from the record` });
    checkTime(event, leaf, check);
  }
};

/** Compares a record with its leaves. @returns what the log lacks and may have received since */
const checkRecord = (record: RecordLeaves, check: RecordCheck): Waiting[] => {
  const { whole, report, began, lag } = check;
  const entries = new Map(record.leaves.map(({ event, entry }: Leaf) => [leafName(event), entry]));
  const waiting: Waiting[] = [];
  for (const event of record.events) {
    const { account, id, kind } = event;
    const entry = entries.get(leafName(event));
    const leaf = whole.find(event);
    if (entry === undefined && !record.isErased) {
      markSeen(leaf);
      const says = `what its leaf \`${kind}\` is made from is gone, and it was not erased`;
      report({ kind: 'edited', account, id, at: leaf?.index, says });
    } else if (leaf !== undefined) compareLeaf(event, entry, leaf, check);
    else if (entry !== undefined) {
      const isOld = whole.isWhole() && event.time < began.getTime() - lag && kind !== 'erased';
      if (isOld) report({ kind: 'unlogged', account, id, says: kind });
      else waiting.push({ event, entry });
    }
  }
  if (record.isConsent) checkAbsent(record, check);
  if (record.isErased) checkNeverThere(record, check);
  return waiting;
};

/** Finds what the log says about a consent although its record does not. */
const checkAbsent = ({ account, id, events }: RecordLeaves, { whole, report }: RecordCheck): void => {
  const find = (kind: LogEvent['kind']): LogLeaf | undefined =>
    events.some((event) => event.kind === kind) ? undefined : whole.find({ kind, id });
  const [revoked, erased, removed] = [find('revoked'), find('erased'), find('removed')];
  const back = removed ?? erased;
  if (back !== undefined) report({ kind: 'returned', account, id, at: back.index });
  if (revoked !== undefined)
    report({ kind: 'edited', account, id, at: revoked.index, says: 'it was revoked, and is stored as in force' });
  for (const leaf of [revoked, erased, removed]) markSeen(leaf);
};

/**
 * Finds an erased consent that the log never had before its erasure: its leaf can no longer be made, but it must be
 * there if the log is older.
 */
const checkNeverThere = ({ account, id, events, cameErased }: RecordLeaves, check: RecordCheck): void => {
  const { whole, first, lag, report } = check;
  const [given] = events;
  const erased = whole.find({ kind: 'erased', id });
  if (given === undefined || first === undefined || erased === undefined || cameErased) return;
  const isMissing = whole.find(given) === undefined;
  if (isMissing && given.time > first.getTime() + lag) report({ kind: 'unlogged', account, id, says: given.kind });
};

/**
 * An erased consent must be listed as erased. What came erased needs no list, unless the log has the consent from
 * before: then somebody replaced it.
 */
const findUnexplained = (
  { account, id, isErased, cameErased }: RecordLeaves,
  { whole }: RecordCheck,
): readonly Unexplained[] => {
  const isExempt = cameErased && whole.find({ kind: 'recorded', id }) === undefined;
  if (!isErased || isExempt || account === undefined) return [];
  return [{ account, id, at: undefined, isGone: false, says: 'it is marked as erased' }];
};

/** Texts to read at the same time. Each may have 400 KB. */
const textsAtOnce = 20;

/** Checks that the texts of notices have the hashes of their versions, and so the hashes in the consents. */
const checkTexts = async (table: Table, items: readonly KeyedItem[], report: Report): Promise<void> => {
  const versions = items.flatMap((item) => {
    const version = attempt(() => parseNoticeVersion(item));
    return version === undefined ? [] : [{ account: accountOf(item), ...version }];
  });
  for (const some of toChunks(versions, textsAtOnce)) {
    const keys = some.map(({ account, id }) => keyOf.noticeText(account, id));
    const texts = await batchGet(table, keys, { consistent: true });
    for (const [i, { account, id, contentHash, textBytes }] of some.entries()) {
      const text = texts[i] && attempt(() => measureContent(parseNoticeText(texts[i] ?? {})));
      if (text?.contentHash !== contentHash)
        report({ kind: 'edited', account, id, says: 'its text is another one, or gone' });
      else if (text.textBytes !== textBytes)
        report({ kind: 'edited', account, id, says: 'its text has another size than textBytes' });
    }
  }
};

/** What versions are, by their keys, as far as consents repeat it. Undefined for those that are not there. */
type Agreed = Map<string, Pick<NoticeVersion, 'pid' | 'contentHash'> | 'unreadable' | undefined>;

/** To which version a consent says that its person agreed. */
interface Agreement {
  readonly account: string;
  readonly id: string;
  readonly version: Key;
  readonly pid: unknown;
  readonly contentHash: string;
}

const findAgreement = (item: KeyedItem): Agreement[] => {
  const [account, { pid, versionId, contentHash }] = [accountOfConsent(item), item];
  if (account === undefined || typeof versionId !== 'string' || !(contentHash instanceof Uint8Array)) return [];
  const version = keyOf.noticeVersion(account, versionId);
  return [{ account, id: item.SK, version, pid, contentHash: Buffer.from(contentHash).toString('hex') }];
};

const readAgreed = async (table: Table, named: readonly Key[], known: Agreed): Promise<void> => {
  const unknown = named.filter((key) => !known.has(textOfKey(key)));
  const items = await batchGet(table, unknown, { consistent: true });
  for (const [i, key] of unknown.entries()) {
    const item = items[i];
    known.set(textOfKey(key), item && (attempt(() => parseNoticeVersion(item)) ?? 'unreadable'));
  }
};

/**
 * Checks that consents have the PID and the hash of the version to which their people agreed. One that names a notice by its PID
 * copies them out of the head, which somebody may have spoilt in the meantime. A version that cannot be read is reported itself.
 */
const checkAgreed = async (
  table: Table,
  consents: readonly Agreement[],
  known: Agreed,
  report: Report,
): Promise<void> => {
  await readAgreed(
    table,
    consents.map(({ version }) => version),
    known,
  );
  for (const { account, id, version, pid, contentHash } of consents) {
    const agreed = known.get(textOfKey(version));
    if (agreed === 'unreadable' || (agreed?.pid === pid && agreed?.contentHash === contentHash)) continue;
    const says = `it names a version that ${agreed === undefined ? 'is not there' : 'has another contentHash or pid'}`;
    report({ kind: 'edited', account, id, says });
  }
};

/** A notice whose head or whose versions the table has. */
interface Notice {
  readonly account: string;
  readonly pid: number;
  readonly head: Key;
}

const findNotice = (item: KeyedItem): Notice | undefined => {
  const [account, pid] = [accountOf(item), Number(item.pid)];
  const beginning = keyOf.notice('', '').SK;
  if (item.SK.startsWith(beginning))
    return { account, pid: Number(item.SK.slice(beginning.length)), head: { PK: item.PK, SK: item.SK } };
  return isVersion(item) && attempt(() => parseNoticeVersion(item)) !== undefined
    ? { account, pid, head: keyOf.notice(account, pid) }
    : undefined;
};

/** What the head of a notice repeats of its current version, besides its id. */
const repeated = ['pid', 'version', 'contentHash', 'textBytes'] as const;

/** What is wrong with the head of a notice or with its last version, as far as they say the same. */
const findWrong = (pid: number, head: Item | undefined, last: NoticeVersion | undefined): string | undefined => {
  if (last === undefined || head?.versionId !== last.id || head.pid !== pid)
    return `notice ${pid} names another current version or number`;
  const wrong = [
    ...repeated.filter((name) => head[name] !== last[name]),
    ...(last.retiredAt !== undefined && head.retiredAt === undefined ? ['retiredAt'] : []),
  ];
  if (wrong.length > 0) return `notice ${pid} says something else than its current version: ${wrong.join(', ')}`;
  return last.currentUntil === undefined
    ? undefined
    : `it is the current version of notice ${pid}, and has currentUntil`;
};

/** The last version of a notice, and what is wrong with it or its head. */
const readCurrent = async (table: Table, { account, pid, head }: Notice) => {
  const versions = [...(await readSoundLineage(table, account)).values()].filter((version) => version.pid === pid);
  const last = versions.toSorted((one, other) => one.version - other.version).at(-1);
  const [now] = await batchGet(table, [head], { consistent: true });
  return { id: last?.id, says: findWrong(pid, now, last) };
};

/**
 * Checks that each notice names its last version as the current one, and repeats what that says: an earlier one would hide
 * that people are asked again. It looks twice, because a version may be published between two readings.
 */
const checkHeads = async (table: Table, notices: Iterable<Notice>, { report }: RecordCheck): Promise<void> => {
  for (const notice of notices) {
    const first = await readCurrent(table, notice);
    const { id, says } = first.says === undefined ? first : await readCurrent(table, notice);
    if (says !== undefined) report({ kind: 'edited', account: notice.account, id, says });
  }
};
