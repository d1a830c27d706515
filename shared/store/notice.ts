import * as v from 'valibot';
import { Compressed, unpack } from '../compression.ts';
import type { ConsentInformation } from '../schema/notice.ts';
import { Lang } from '../schema/vocabulary.ts';
import { accountPartition } from './account.ts';
import type { Item, Key, Table } from './client.ts';
import { getItem } from './get.ts';
import { queryItems } from './query.ts';

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
const NoticeHead = v.object({
  pid: v.number(),
  versionId: v.string(),
  version: v.number(),
  contentHash: v.string(),
  /** By which the account knows the notice, where it was published under one. */
  name: v.optional(v.string()),
});
export type NoticeHead = v.InferOutput<typeof NoticeHead>;

/** A version, which never changes. */
const StoredVersion = v.object({
  id: v.string(),
  pid: v.number(),
  version: v.number(),
  contentHash: v.string(),
  publishedAt: v.string(),
  content: Compressed,
});

/** A version with its content. `bytes` is the size of the content as JSON. */
export interface NoticeVersion extends Omit<v.InferOutput<typeof StoredVersion>, 'content'> {
  readonly content: NoticeContent;
  readonly bytes: number;
}

const headPrefix = 'NOTICE#';
const versionPrefix = 'VERSION#';

export const noticeKey = (accountId: string, pid: number): Key => ({
  PK: accountPartition(accountId),
  SK: `${headPrefix}${pid}`,
});

export const noticeVersionKey = (accountId: string, versionId: string): Key => ({
  PK: accountPartition(accountId),
  SK: `${versionPrefix}${versionId}`,
});

/** Holds the PID of the notice that has the name, so that an account uses a name once. */
export const noticeNameKey = (accountId: string, name: string): Key => ({
  PK: accountPartition(accountId),
  SK: `NOTICE-NAME#${name}`,
});

export const parseNoticeHead = (item: Item): NoticeHead => v.parse(NoticeHead, item);

export const parseNoticeVersion = (item: Item): NoticeVersion => {
  const { content, ...version } = v.parse(StoredVersion, item);
  const { value, bytes } = unpack(content);
  return { ...version, content: v.parse(NoticeContent, value), bytes };
};

export const findNotice = async (table: Table, accountId: string, pid: number): Promise<NoticeHead | undefined> => {
  const item = await getItem(table, noticeKey(accountId, pid));
  return item && parseNoticeHead(item);
};

/** The PID of the notice that the account has under the name, or undefined. */
export const findNoticeByName = async (table: Table, accountId: string, name: string): Promise<number | undefined> => {
  const item = await getItem(table, noticeNameKey(accountId, name));
  return item && v.parse(v.object({ pid: v.number() }), item).pid;
};

export const findNoticeVersion = async (
  table: Table,
  accountId: string,
  versionId: string,
): Promise<NoticeVersion | undefined> => {
  const item = await getItem(table, noticeVersionKey(accountId, versionId));
  return item && parseNoticeVersion(item);
};

/** All notices of an account, by PID. */
export const listNotices = async (table: Table, accountId: string): Promise<NoticeHead[]> => {
  const items = await queryItems(table, { partition: accountPartition(accountId), prefix: headPrefix });
  return items.map(parseNoticeHead).sort((a, b) => a.pid - b.pid);
};

/** All versions of all notices of an account, in the order in which they were published. */
export const listNoticeVersions = async (table: Table, accountId: string): Promise<NoticeVersion[]> => {
  const items = await queryItems(table, { partition: accountPartition(accountId), prefix: versionPrefix });
  return items.map(parseNoticeVersion);
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
