import { limits } from '../api/limits.ts';
import { rosterWrites } from '../identity/account.ts';
import type { Change, Target } from '../identity/operations-log.ts';
import { journalLeaves } from '../log/journal.ts';
import { leafOfVersion } from '../log/leaves.ts';
import type { Leaf } from '../log/log-event.ts';
import { newSalt } from '../runtime/digest.ts';
import { newIdentifier, timeOf } from '../runtime/identifier.ts';
import { formatTime } from '../runtime/time.ts';
import { attempt } from '../runtime/values.ts';
import { writeNumbered } from '../store/counter.ts';
import { compress } from '../store/item.ts';
import { keyOf } from '../store/keys.ts';
import type { Item, Table } from '../store/table.ts';
import type { Put, Update } from '../store/write.ts';
import { isNew, transact } from '../store/write.ts';
import type { NoticeContent } from './content.ts';
import type { NoticeHead, NoticeVersion } from './notice.ts';
import { contentHash, findNotice, findNoticeByName, findNoticeVersions, listNotices } from './notice.ts';

/** The write of the name of a notice, for the transaction with its head. */
export const putName = (accountId: string, name: string, pid: number): Put => ({
  put: { ...keyOf.noticeName(accountId, name), name, pid },
  ...isNew,
});

const toTarget = (accountId: string, { pid, version, contentHash, name }: NoticeHead) => ({
  accountId,
  pid,
  version,
  contentHash,
  notice: name,
});

export interface Publication {
  /** The log table, for its journal. Undefined where it is not known. */
  readonly log: Table | undefined;
  readonly accountId: string;
  /** The account's name for the notice. */
  readonly name: string;
  readonly content: NoticeContent;
  /** The version with which the content was compared. Undefined if the account has no notice of this name. */
  readonly current: NoticeHead | undefined;
}

/** Publishes a new notice under the next PID. Returns undefined if the account has a notice of this name. */
const publishFirst = async (
  table: Table,
  { log, accountId, content, name }: Publication,
  { now, by, record }: Change,
): Promise<NoticeHead | undefined> => {
  const first = { ...newVersion(content, now), version: 1, name };
  const edition = { content, publishedAt: now, publishedBy: by };
  const pid = await writeNumbered(
    table,
    'NOTICE',
    (pid) => [
      { put: { ...keyOf.notice(accountId, pid), pid, ...first }, ...isNew },
      ...putVersion(log, accountId, { head: { pid, ...first }, ...edition }),
      putName(accountId, name, pid),
      record(toTarget(accountId, { pid, ...first })),
    ],
    (pid) => rosterWrites(table, accountId, { pid }),
  );
  return pid === undefined ? undefined : { pid, ...first };
};

/**
 * Publishes content after the given version. Returns undefined if another version is current by then, or the notice is
 * retired.
 */
const publishAfter = async (
  table: Table,
  current: NoticeHead,
  { log, accountId, content }: Publication,
  { now, by, record }: Change,
): Promise<NoticeHead | undefined> => {
  checkCurrent(current, now);
  const publishedAt = timeAfter(current, now);
  const head = { ...current, ...newVersion(content, publishedAt), version: current.version + 1 };
  const refusals = await transact(table, [
    {
      put: { ...keyOf.notice(accountId, head.pid), ...head },
      condition: 'versionId = :current AND attribute_not_exists(retiredAt)',
      values: { ':current': current.versionId },
    },
    endVersion(accountId, current, publishedAt),
    ...putVersion(log, accountId, { head, content, publishedAt, publishedBy: by }),
    record(toTarget(accountId, head)),
  ]);
  if (refusals === undefined) return head;
  if (refusals[0] === undefined)
    throw new Error(
      `The head of notice ${current.pid} does not fit the table: version ${current.versionId} is not the last one, or has another number than ${current.version}. Put back what \`log verify\` names.`,
    );
  return undefined;
};

/** Milliseconds by which the clocks of people who publish may differ. */
const clockSkew = 120_000;

/** Whether a version is of now or earlier: one that is dated ahead asks nobody again until then. */
export const isOfNow = (since: Date, now: Date): boolean => since.getTime() <= now.getTime() + clockSkew;

/** Refuses what would follow a head that somebody changed: nobody would be asked again by a version that counts as earlier. */
const checkCurrent = ({ pid, version, versionId }: NoticeHead, now: Date): void => {
  if (!Number.isSafeInteger(version) || version < 1)
    throw new Error(
      `The head of notice ${pid} does not fit the table: no version has the number ${version}. Put back that of version ${versionId}.`,
    );
  const since = timeOf(versionId);
  if (!isOfNow(since, now))
    throw new Error(
      `The head of notice ${pid} does not fit the table: its version is of ${formatTime(since)}, which is later than now. Correct the clock, or put back what \`log verify\` names.`,
    );
};

/**
 * Refuses a second notice of a name: whoever agreed to the first would not be asked again. The item of the name alone does
 * not say that there is none, since somebody may have deleted it or changed its number.
 */
const checkName = async (table: Table, { accountId, name, current }: Publication): Promise<void> => {
  if (current !== undefined && current.name !== name) throw new Error('The name of a notice is that of another one.');
  if (current !== undefined) return;
  const same = (await listNotices(table, accountId)).find((head) => head.name === name);
  if (same === undefined || (await findNoticeByName(table, accountId, name)) !== undefined) return;
  const { SK } = keyOf.noticeName(accountId, name);
  throw new Error(
    `The account has notice ${same.pid} of this name, and its item ${SK} is gone. Put it back with name and pid.`,
  );
};

/**
 * Publishes content under a name, as a new notice or as the version after the compared one.
 *
 * @returns the new version, or undefined if another version is current by now, or the notice is retired
 * @throws Error when the item of the name is gone, or of another notice
 */
export const publishNotice = async (
  table: Table,
  publication: Publication,
  change: Change,
): Promise<NoticeHead | undefined> => {
  const { current } = publication;
  await checkName(table, publication);
  return current === undefined
    ? publishFirst(table, publication, change)
    : publishAfter(table, current, publication, change);
};

/**
 * Now, or just after the given version if the clock that published it was ahead of this one: times never decrease.
 */
const timeAfter = ({ versionId }: Pick<NoticeHead, 'versionId'>, now: Date): Date =>
  new Date(Math.max(now.getTime(), timeOf(versionId).getTime() + 1));

/** The part of a content that answers contain. */
const answeredOf = ({ validityDays, notification, title, descriptionHtml }: NoticeContent) => ({
  validityDays,
  notification,
  title,
  descriptionHtml,
});

/** The terms of a version that decide the states of its consents. Terms that it does not have are left out. */
const stateTerms = ({ validityDays, askAgain, retentionDays }: NoticeContent) => ({
  validityDays,
  ...(askAgain !== undefined && { askAgain }),
  ...(retentionDays !== undefined && { retentionDays }),
});

/** What the item of a version has of its content beside the hash, so that lists need no text. */
export const versionTerms = (content: NoticeContent) => ({
  languages: Object.keys(content.descriptionHtml),
  ...stateTerms(content),
});

/** The size and the hash that a head has of its version's content. */
export const measureContent = (content: NoticeContent) => ({
  contentHash: contentHash(content),
  textBytes: Buffer.byteLength(JSON.stringify(answeredOf(content))),
});

/** The attributes of a notice's head that change with each version. */
export const newVersion = (content: NoticeContent, publishedAt: Date) => ({
  versionId: newIdentifier(publishedAt),
  ...measureContent(content),
});

interface Edition {
  readonly head: NoticeHead;
  readonly content: NoticeContent;
  readonly publishedAt: Date;
  readonly publishedBy: string;
}

/** The writes of a new version, of its text and of its entry in the journal, for a transaction. */
export const putVersion = (
  log: Table | undefined,
  accountId: string,
  { head, content, ...publication }: Edition,
): readonly [Put, Put, ...Put[]] => {
  const { versionId: id, pid, version, contentHash, textBytes } = head;
  const { publishedAt, publishedBy } = publication;
  const facts: NoticeVersion = {
    id,
    pid,
    version,
    contentHash,
    textBytes,
    ...versionTerms(content),
    publishedAt: publishedAt.toISOString(),
    publishedBy,
  };
  const put = { ...keyOf.noticeVersion(accountId, id), ...facts, salt: newSalt() };
  return [
    { put, ...isNew },
    { put: { ...keyOf.noticeText(accountId, id), content: compress(content) }, ...isNew },
    ...journalLeaves(log, [toVersionLeaf(accountId, put)]),
  ];
};

/** @throws Error for a version that the log could not take, since somebody spoiled the head before */
const toVersionLeaf = (accountId: string, put: Item): Leaf => {
  const leaf = attempt(() => leafOfVersion(accountId, put));
  if (leaf === undefined)
    throw new Error('The head of a notice does not fit the table: the log could not take a version after it.');
  return leaf;
};

/** The write that ends the current version's time, for the transaction of the next version. */
const endVersion = (accountId: string, { pid, version, versionId }: NoticeHead, at: Date): Update => ({
  update: keyOf.noticeVersion(accountId, versionId),
  expression: 'SET currentUntil = :at',
  condition: 'pid = :pid AND #version = :version AND attribute_not_exists(currentUntil)',
  names: { '#version': 'version' },
  values: { ':at': at.toISOString(), ':pid': pid, ':version': version },
});

/** Whether new consents to a notice may be recorded (docs/api.md, Notices and versions). */
export type Use = 'retired' | 'in use';

/** How much of a change of use is left. */
export interface RetirementState {
  readonly head: NoticeHead;
  readonly versions: number;
  /** Versions that a run still has to change, the newest first. */
  readonly left: readonly NoticeVersion[];
  readonly isDone: boolean;
}

const hasUse = ({ retiredAt }: Pick<NoticeHead, 'retiredAt'>, use: Use): boolean =>
  (retiredAt !== undefined) === (use === 'retired');

/** Reads the head first. Once the head is retired, no version can follow those that are read after it. */
export const readRetirement = async (
  table: Table,
  accountId: string,
  pid: number,
  use: Use,
): Promise<RetirementState> => {
  const head = await findNotice(table, accountId, pid);
  if (head === undefined) throw new Error('The account has no such notice.');
  const versions = await findNoticeVersions(table, accountId, pid);
  const left = versions.filter((version) => !hasUse(version, use)).toReversed();
  return { head, versions: versions.length, left, isDone: left.length === 0 && hasUse(head, use) };
};

/** A run that continues an earlier one keeps the first time. */
const mark = (key: Update['update'], at: string): Update => ({
  update: key,
  expression: 'SET retiredAt = if_not_exists(retiredAt, :at)',
  condition: 'attribute_exists(PK)',
  values: { ':at': at },
});

const unmark = (key: Update['update']): Update => ({
  update: key,
  expression: 'REMOVE retiredAt',
  condition: 'attribute_exists(PK)',
});

/** What the operations log says of it, with which `log verify` compares the notice. @param retiredAt undefined for one in use */
export const toRetirementTarget = (retiredAt: string | undefined): Target =>
  retiredAt === undefined ? { retired: false } : { retired: true, retiredAt };

/** Versions that one transaction can change, besides the head, the account's roster and the log entry. */
const versionsAtOnce = limits.transactionItems - 3;

const toUpdates = (
  accountId: string,
  { head, left }: RetirementState,
  retiredAt: string | undefined,
): readonly Update[] => {
  const batch = left.slice(0, versionsAtOnce).map(({ id }) => keyOf.noticeVersion(accountId, id));
  const headKey = keyOf.notice(accountId, head.pid);
  if (retiredAt !== undefined) return [headKey, ...batch].map((key) => mark(key, retiredAt));
  const isLast = batch.length === left.length;
  return [...(isLast ? [headKey] : []), ...batch].map(unmark);
};

/**
 * Retires a notice with all its versions, or reverses this: up to 97 versions in one transaction, more in several. The
 * head is retired first and put back in use last. So nothing is published in between, a version published just before
 * is also retired, and repeating the call finishes an interrupted one.
 *
 * @returns the state after the call
 */
export const setUse = async (
  table: Table,
  { accountId, pid, use }: { readonly accountId: string; readonly pid: number; readonly use: Use },
  { now, record }: Change,
): Promise<RetirementState> => {
  const change = use === 'retired' ? { retiredPid: pid } : { pid };
  for (let isRecorded = false; ; ) {
    const roster = await rosterWrites(table, accountId, change);
    const state = await readRetirement(table, accountId, pid, use);
    if (state.isDone) return state;
    const { head, versions } = state;
    const retiredAt = use === 'retired' ? (head.retiredAt ?? timeAfter(head, now).toISOString()) : undefined;
    const target = { accountId, pid, notice: head.name, versions, ...toRetirementTarget(retiredAt) };
    const updates = toUpdates(accountId, state, retiredAt);
    const raced = updates.some(({ update }) => update.SK === keyOf.notice(accountId, pid).SK) ? roster : [];
    const refusals = await transact(table, [...raced, ...updates, ...(isRecorded ? [] : [record(target)])]);
    const isOutrun = raced.length > 0 && refusals?.[0] !== undefined;
    if (refusals !== undefined && !isOutrun) throw new Error('A notice or one of its versions is not there any more.');
    isRecorded ||= refusals === undefined;
  }
};
