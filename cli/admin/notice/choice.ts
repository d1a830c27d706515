import type { NoticeHead, NoticeVersion } from '../../../shared/notices/notice.ts';
import { findNotice, findNoticeByName, findNoticeVersion, listNoticeVersions } from '../../../shared/notices/notice.ts';
import type { Table } from '../../../shared/store/client.ts';
import { CommandError } from '../../command-error.ts';

const findPid = async (table: Table, accountId: string, pidOrName: string): Promise<number | undefined> => {
  if (/^\d{1,15}$/.test(pidOrName)) return Number(pidOrName);
  return findNoticeByName(table, accountId, pidOrName);
};

/** @throws CommandError notFound */
export const chooseNotice = async (table: Table, accountId: string, pidOrName: string): Promise<NoticeHead> => {
  const pid = await findPid(table, accountId, pidOrName);
  const head = pid === undefined ? undefined : await findNotice(table, accountId, pid);
  if (head === undefined) {
    throw new CommandError(`The account has no notice "${pidOrName}". \`notice list\` shows all.`, 'notFound');
  }
  return head;
};

/** The versions of a notice, the oldest first. */
export const readHistory = async (
  table: Table,
  accountId: string,
  { pid }: Pick<NoticeHead, 'pid'>,
): Promise<NoticeVersion[]> =>
  (await listNoticeVersions(table, accountId))
    .filter((version) => version.pid === pid)
    .sort((a, b) => a.version - b.version);

/** What is known of the current version of a notice. */
export const readCurrent = async (table: Table, accountId: string, head: NoticeHead): Promise<NoticeVersion> => {
  const version = await findNoticeVersion(table, accountId, head.versionId);
  if (version === undefined) throw new Error('A notice names a current version that is not there.');
  return version;
};

/** @param number as it was typed @throws CommandError notFound */
export const chooseVersion = (history: readonly NoticeVersion[], number: string): NoticeVersion => {
  const version = history.find((each) => String(each.version) === number);
  if (version !== undefined) return version;
  throw new CommandError(`The notice has no version ${number}; it has ${history.length}.`, 'notFound');
};
