import { randomUUID } from 'node:crypto';
import type { NoticeContent } from '../../shared/notices/content.ts';
import type { NoticeHead } from '../../shared/notices/notice.ts';
import { findNotice } from '../../shared/notices/notice.ts';
import { publishNotice } from '../../shared/notices/publishing.ts';
import type { Table } from '../../shared/store/client.ts';
import { changeAt } from './change.ts';

/** Publishes a new notice under a name of its own. */
export const createNotice = async (
  table: Table,
  accountId: string,
  content: NoticeContent,
  now: Date,
): Promise<NoticeHead> => {
  const publication = { accountId, name: `notice-${randomUUID()}`, content, current: undefined };
  const head = await publishNotice(table, publication, changeAt(now));
  if (head === undefined) throw new Error('The account has a notice of this name.');
  return head;
};

/** Publishes content as the next version of a notice, after whatever version is the current one by then. */
export const publishVersion = async (
  table: Table,
  accountId: string,
  pid: number,
  content: NoticeContent,
  now: Date,
): Promise<NoticeHead> => {
  const current = await findNotice(table, accountId, pid);
  if (current === undefined) throw new Error('The account has no such notice.');
  const head = await publishNotice(table, { accountId, name: current.name, content, current }, changeAt(now));
  return head ?? publishVersion(table, accountId, pid, content, now);
};
