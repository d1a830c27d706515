import * as v from 'valibot';
import { Compressed, compress } from '../compression.ts';
import { contentHash } from '../digest.ts';
import { newIdentifier } from '../identifier.ts';
import type { ConsentInformation } from '../schema/notice.ts';
import { Lang } from '../schema/vocabulary.ts';
import { accountPartition } from './account.ts';
import type { Item, Key, Table } from './client.ts';
import { writeNumbered } from './counter.ts';
import { getItem } from './get.ts';
import type { Put } from './write.ts';
import { isNew, transact } from './write.ts';

const texts = v.record(Lang, v.string());

/** What a notice version says. Its hash does not depend on where or when it is published. */
const NoticeContent = v.object({
  validityDays: v.number(),
  notification: v.boolean(),
  title: texts,
  descriptionHtml: texts,
});
export type NoticeContent = v.InferOutput<typeof NoticeContent>;

/** A small item that tells which version of a notice is current. */
const NoticeHead = v.object({ pid: v.number(), versionId: v.string(), version: v.number(), contentHash: v.string() });
export type NoticeHead = v.InferOutput<typeof NoticeHead>;

/** A version, which never changes. */
const NoticeVersion = v.object({
  id: v.string(),
  pid: v.number(),
  version: v.number(),
  contentHash: v.string(),
  publishedAt: v.string(),
  content: v.pipe(Compressed, NoticeContent),
});
export type NoticeVersion = v.InferOutput<typeof NoticeVersion>;

export const noticeKey = (accountId: string, pid: number): Key => ({
  PK: accountPartition(accountId),
  SK: `NOTICE#${pid}`,
});

export const noticeVersionKey = (accountId: string, versionId: string): Key => ({
  PK: accountPartition(accountId),
  SK: `VERSION#${versionId}`,
});

export const parseNoticeHead = (item: Item): NoticeHead => v.parse(NoticeHead, item);
export const parseNoticeVersion = (item: Item): NoticeVersion => v.parse(NoticeVersion, item);

export const findNotice = async (table: Table, accountId: string, pid: number): Promise<NoticeHead | undefined> => {
  const item = await getItem(table, noticeKey(accountId, pid));
  return item && parseNoticeHead(item);
};

/** The answer of the interface for a version (specification 2.7). */
export const toConsentInformation = ({ id, pid, version, content }: NoticeVersion): ConsentInformation => ({
  id,
  pid,
  version,
  validityDays: content.validityDays,
  notification: content.notification,
  title: content.title,
  descriptionHtml: content.descriptionHtml,
});

const putVersion = (accountId: string, head: NoticeHead, content: NoticeContent, now: Date): Put => ({
  put: {
    ...noticeVersionKey(accountId, head.versionId),
    id: head.versionId,
    pid: head.pid,
    version: head.version,
    contentHash: head.contentHash,
    publishedAt: now.toISOString(),
    content: compress(content),
  },
  ...isNew,
});

/** Publishes a new notice under the next PID, as its version 1. */
export const createNotice = async (
  table: Table,
  accountId: string,
  content: NoticeContent,
  now: Date,
): Promise<NoticeHead> => {
  const first = { versionId: newIdentifier(now), version: 1, contentHash: contentHash(content) };
  const pid = await writeNumbered(table, 'NOTICE', (pid) => [
    { put: { ...noticeKey(accountId, pid), pid, ...first }, ...isNew },
    putVersion(accountId, { pid, ...first }, content, now),
  ]);
  if (pid === undefined) throw new Error('The next PID is taken: the NOTICE counter does not fit the table.');
  return { pid, ...first };
};

/**
 * Publishes content as the next version of a notice, unless the current version says the same.
 *
 * @returns the version that is current then, or undefined when the account has no such notice
 */
export const publishNotice = async (
  table: Table,
  accountId: string,
  pid: number,
  content: NoticeContent,
  now: Date,
): Promise<NoticeHead | undefined> => {
  const current = await findNotice(table, accountId, pid);
  const hash = contentHash(content);
  if (current === undefined || current.contentHash === hash) return current;
  const next = { pid, versionId: newIdentifier(now), version: current.version + 1, contentHash: hash };
  const refusals = await transact(table, [
    {
      put: { ...noticeKey(accountId, pid), ...next },
      condition: 'versionId = :current',
      values: { ':current': current.versionId },
    },
    putVersion(accountId, next, content, now),
  ]);
  return refusals === undefined ? next : publishNotice(table, accountId, pid, content, now);
};
