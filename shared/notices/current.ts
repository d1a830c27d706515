import { limits } from '../api/limits.ts';
import { answerTooLarge } from '../api/problem.ts';
import type { Account } from '../identity/account.ts';
import { keyOf } from '../store/keys.ts';
import { batchGetNamed } from '../store/read.ts';
import type { Item, Key, Table } from '../store/table.ts';
import type { NoticeContent } from './content.ts';
import { toLineage } from './lineage.ts';
import type { NoticeHead, NoticeVersion } from './notice.ts';
import {
  findNoticeVersions,
  listNotices,
  listNoticeVersions,
  parseNoticeHead,
  parseNoticeText,
  unknownNotices,
} from './notice.ts';
import type { ListedNotice } from './version-answer.ts';
import { toListedNotice } from './version-answer.ts';

/** The current version of a notice with its content. */
interface CurrentNotice extends NoticeHead {
  readonly content: NoticeContent;
}

/** Versions whose text this container has read, by account and id. They never change. New ones replace the oldest. */
const known = new Map<string, CurrentNotice>();
const capacityBytes = 8 * 1024 * 1024;

const nameVersion = (accountId: string, { versionId }: NoticeHead): string => `${accountId}#${versionId}`;

const sumBytes = (heads: Iterable<NoticeHead>): number => [...heads].reduce((sum, { textBytes }) => sum + textBytes, 0);

const cacheNotices = (accountId: string, notices: readonly CurrentNotice[]): void => {
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
const readCurrent = async (table: Table, accountId: string, heads: readonly NoticeHead[]): Promise<CurrentNotice[]> => {
  const found = heads.map((head) => known.get(nameVersion(accountId, head)));
  const read = await readTexts(
    table,
    accountId,
    heads.filter((_, i) => found[i] === undefined),
  );
  cacheNotices(accountId, read);
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

/** Limits of the texts that a list reads for its titles: notices, and their bytes as JSON. */
const titledAtMost = { notices: 100, bytes: 1024 * 1024 } as const;

const listVersions = (table: Table, accountId: string, pid: number | undefined): Promise<readonly NoticeVersion[]> =>
  pid === undefined ? listNoticeVersions(table, accountId) : findNoticeVersions(table, accountId, pid);

/** The notices whose current texts are few and short enough to read for their titles. */
const chooseTitled = (heads: readonly NoticeHead[]): readonly NoticeHead[] => {
  let bytes = 0;
  const end = heads.findIndex(({ textBytes }, i) => {
    bytes += textBytes;
    return bytes > titledAtMost.bytes || i >= titledAtMost.notices;
  });
  return end < 0 ? heads : heads.slice(0, end);
};

/** Whether a version was published after the head of its notice was read. */
const wasPublished = (heads: readonly NoticeHead[], versions: readonly NoticeVersion[]): boolean => {
  const newest = new Map<number, number>();
  for (const { pid, version } of versions) newest.set(pid, Math.max(version, newest.get(pid) ?? 0));
  return heads.some(({ pid, version }) => version < (newest.get(pid) ?? 0));
};

const readHeads = async (table: Table, accountId: string, pid: number | undefined): Promise<readonly NoticeHead[]> => {
  if (pid === undefined) return listNotices(table, accountId);
  const items = await batchGetNamed(table, [keyOf.notice(accountId, pid)]);
  return items.filter((item) => item !== undefined).map(parseNoticeHead);
};

/** The versions, including the current one of each notice. They are read again if one was published concurrently. */
const coverCurrent = async (
  table: Table,
  accountId: string,
  pid: number | undefined,
  heads: readonly NoticeHead[],
  versions: readonly NoticeVersion[],
): Promise<readonly NoticeVersion[]> => {
  const ids = new Set(versions.map(({ id }) => id));
  return heads.every(({ versionId }) => ids.has(versionId)) ? versions : listVersions(table, accountId, pid);
};

/**
 * All notices, or the named one, with their versions, sorted by PID, and titles within the limits. Reads them in one
 * round trip for each 2,500 versions of the account, and the titles in one more.
 *
 * @param head of the named notice
 * @throws Problem notice.not-found
 */
export const readConsentInformation = async (
  table: Table,
  { id: accountId, roster }: Account,
  pid: number | undefined,
  head: Item | undefined,
): Promise<ListedNotice[]> => {
  if (pid !== undefined && head === undefined) {
    throw unknownNotices({ pids: [pid], unknown: [pid], isList: false }, roster);
  }
  const [read, versions] = await Promise.all([
    head === undefined ? listNotices(table, accountId) : [parseNoticeHead(head)],
    listVersions(table, accountId, pid),
  ]);
  const heads = wasPublished(read, versions) ? await readHeads(table, accountId, pid) : read;
  const [lineage, titled] = await Promise.all([
    coverCurrent(table, accountId, pid, heads, versions).then((all) => toLineage(heads, all)),
    readCurrent(table, accountId, chooseTitled(heads)),
  ]);
  const histories = Map.groupBy(lineage.values(), ({ pid }) => pid);
  const contents = new Map(titled.map(({ pid, content }) => [pid, content]));
  return heads.map((head) => toListedNotice(head, histories.get(head.pid) ?? [], contents.get(head.pid)));
};
