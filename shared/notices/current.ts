import { limits } from '../api/limits.ts';
import { answerTooLarge } from '../api/problem.ts';
import type { Account } from '../identity/account.ts';
import { keyOf } from '../store/keys.ts';
import { batchGetNamed } from '../store/read.ts';
import type { Item, Key, Table } from '../store/table.ts';
import type { NoticeContent } from './content.ts';
import type { NoticeHead } from './notice.ts';
import { parseNoticeHead } from './notice.ts';
import { unknownNotices } from './reference.ts';
import { parseNoticeText } from './text.ts';

/** The current version of a notice with its content. */
export interface CurrentNotice extends NoticeHead {
  readonly content: NoticeContent;
}

/** Versions whose text this container has read, by account and id. They never change. New ones replace the oldest. */
const known = new Map<string, CurrentNotice>();
const capacityBytes = 8 * 1024 * 1024;

const nameVersion = (accountId: string, { versionId }: NoticeHead): string => `${accountId}#${versionId}`;

const sumBytes = (heads: Iterable<NoticeHead>): number => [...heads].reduce((sum, { textBytes }) => sum + textBytes, 0);

const remember = (accountId: string, notices: readonly CurrentNotice[]): void => {
  for (const notice of notices) known.set(nameVersion(accountId, notice), notice);
  let excess = sumBytes(known.values()) - capacityBytes;
  for (const [name, { textBytes }] of known) {
    if (excess <= 0) break;
    known.delete(name);
    excess -= textBytes;
  }
};

const readTexts = async (table: Table, accountId: string, heads: readonly NoticeHead[]): Promise<CurrentNotice[]> => {
  const keys = heads.map(({ versionId }) => keyOf.noticeText(accountId, versionId));
  const items = await batchGetNamed(table, keys);
  return heads.map((head, i) => {
    const item = items[i];
    if (item === undefined) throw new Error('A notice names a current version whose text is not there.');
    return { ...head, content: parseNoticeText(item) };
  });
};

/**
 * The current versions of notices, in their order. One round trip reads all texts that this container does not know.
 */
export const readCurrent = async (
  table: Table,
  accountId: string,
  heads: readonly NoticeHead[],
): Promise<CurrentNotice[]> => {
  const found = heads.map((head) => known.get(nameVersion(accountId, head)));
  const read = await readTexts(
    table,
    accountId,
    heads.filter((_, i) => found[i] === undefined),
  );
  remember(accountId, read);
  const notices = new Map([...found, ...read].map((notice) => [notice?.pid, notice]));
  return heads.flatMap((head) => notices.get(head.pid) ?? []);
};

/** The keys of the heads of the notices, in the order of the PIDs. */
export const noticeHeadKeys = (accountId: string, pid: number | readonly number[]): Key[] =>
  [pid].flat().map((each) => keyOf.notice(accountId, each));

/**
 * The current versions of notices, in the order of the PIDs.
 *
 * @param items of `noticeHeadKeys`, in their order
 * @throws Problem notice.not-found, with every unknown PID. Problem parameters.invalid, before any text is read, if one
 * answer cannot hold them
 */
export const readNotices = async (
  table: Table,
  { id: accountId, roster }: Pick<Account, 'id' | 'roster'>,
  pid: number | readonly number[],
  items: readonly (Item | undefined)[],
): Promise<CurrentNotice[]> => {
  const pids = [pid].flat();
  const unknown = pids.filter((_, i) => items[i] === undefined);
  if (unknown.length > 0) throw unknownNotices({ pids, unknown, isList: Array.isArray(pid) }, roster);
  const heads = items.filter((item) => item !== undefined).map(parseNoticeHead);
  if (sumBytes(heads) > limits.resultBytes) throw answerTooLarge('pid');
  return readCurrent(table, accountId, heads);
};
