import { limits } from '../api/limits.ts';
import { rosterWrites } from '../identity/account.ts';
import type { Change, Target } from '../identity/operations.ts';
import { keyOf } from '../store/keys.ts';
import type { Table } from '../store/table.ts';
import type { Update } from '../store/write.ts';
import { transact } from '../store/write.ts';
import { timeAfter } from './new-version.ts';
import type { NoticeHead, NoticeVersion } from './notice.ts';
import { findNotice, findNoticeVersions } from './notice.ts';

/** Whether new consents to a notice may be recorded (docs/contract.md, Notices and versions). */
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
export const tellRetirement = (retiredAt: string | undefined): Target =>
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
    const target = { accountId, pid, notice: head.name, versions, ...tellRetirement(retiredAt) };
    const updates = toUpdates(accountId, state, retiredAt);
    const raced = updates.some(({ update }) => update.SK === keyOf.notice(accountId, pid).SK) ? roster : [];
    const refusals = await transact(table, [...raced, ...updates, ...(isRecorded ? [] : [record(target)])]);
    const isOutrun = raced.length > 0 && refusals?.[0] !== undefined;
    if (refusals !== undefined && !isOutrun) throw new Error('A notice or one of its versions is not there any more.');
    isRecorded ||= refusals === undefined;
  }
};
