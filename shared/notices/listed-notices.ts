import type { Item, Table } from '../store/client.ts';
import { readCurrent } from './current.ts';
import { toLineage } from './lineage.ts';
import type { NoticeHead, NoticeVersion } from './notice.ts';
import { findNoticeVersions, listNotices, listNoticeVersions, parseNoticeHead } from './notice.ts';
import { unknownNotices } from './reference.ts';
import type { ListedNotice } from './version-answer.ts';
import { toListedNotice } from './version-answer.ts';

/** Limits of the texts that a list reads for its titles: notices, and their bytes as JSON. */
const titledAtMost = { notices: 100, bytes: 1024 * 1024 } as const;

/** What a list of notices is made from: the versions and, if the request names no notice, the heads of all. */
export interface BegunNotices {
  readonly heads: readonly NoticeHead[];
  readonly versions: readonly NoticeVersion[];
}

const listVersions = async (
  table: Table,
  accountId: string,
  pid: number | undefined,
): Promise<readonly NoticeVersion[]> =>
  pid === undefined ? listNoticeVersions(table, accountId) : (await findNoticeVersions(table, accountId, pid)).versions;

/**
 * Reads the versions of one notice, or all notices and their versions. Takes one round trip for each 2,500 versions of
 * the account.
 */
export const beginNotices = async (table: Table, accountId: string, pid: number | undefined): Promise<BegunNotices> => {
  const [heads, versions] = await Promise.all([
    pid === undefined ? listNotices(table, accountId) : [],
    listVersions(table, accountId, pid),
  ]);
  return { heads, versions };
};

/** The notices whose current texts are few and short enough to read for their titles. */
const chooseTitled = (heads: readonly NoticeHead[]): readonly NoticeHead[] => {
  let bytes = 0;
  const end = heads.findIndex(({ textBytes }, i) => {
    bytes += textBytes;
    return bytes > titledAtMost.bytes || i >= titledAtMost.notices;
  });
  return end < 0 ? heads : heads.slice(0, end);
};

/** The requested notices. */
interface Asked extends BegunNotices {
  readonly pid: number | undefined;
  /** The head of the named notice. */
  readonly items: readonly (Item | undefined)[];
}

const findHeads = ({ pid, items, heads }: Asked): readonly NoticeHead[] => {
  if (pid === undefined) return heads;
  const [item] = items;
  if (item === undefined) throw unknownNotices([pid], [pid], false);
  return [parseNoticeHead(item)];
};

/** The versions, including the current one of each notice. They are read again if one was published meanwhile. */
const coverCurrent = async (
  table: Table,
  accountId: string,
  heads: readonly NoticeHead[],
  { pid, versions }: Asked,
): Promise<readonly NoticeVersion[]> => {
  const ids = new Set(versions.map(({ id }) => id));
  return heads.every(({ versionId }) => ids.has(versionId)) ? versions : listVersions(table, accountId, pid);
};

/** Notices with their versions, sorted by PID, and titles within the limits. @throws Problem notice.not-found */
export const tellNotices = async (table: Table, accountId: string, asked: Asked): Promise<ListedNotice[]> => {
  const heads = findHeads(asked);
  const [lineage, titled] = await Promise.all([
    coverCurrent(table, accountId, heads, asked).then((versions) => toLineage(table, accountId, heads, versions)),
    readCurrent(table, accountId, chooseTitled(heads)),
  ]);
  const histories = Map.groupBy(lineage.values(), ({ pid }) => pid);
  const contents = new Map(titled.map(({ pid, content }) => [pid, content]));
  return heads.map((head) => toListedNotice(head, histories.get(head.pid) ?? [], contents.get(head.pid)));
};
