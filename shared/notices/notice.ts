import * as v from 'valibot';
import type { Item, Table } from '../store/client.ts';
import { getItem } from '../store/get.ts';
import { keyOf } from '../store/keys.ts';
import { queryItems } from '../store/query.ts';

/** A small item that tells which version of a notice is current. */
const NoticeHead = v.object({
  pid: v.number(),
  versionId: v.string(),
  version: v.number(),
  contentHash: v.string(),
  /** Of the current version's content as JSON: what it adds to an answer, known before it is read. */
  textBytes: v.number(),
  /** By which the account knows the notice. */
  name: v.string(),
  /** Since when nothing new may be recorded for it; none of a notice in use. */
  retiredAt: v.optional(v.string()),
});
export type NoticeHead = v.InferOutput<typeof NoticeHead>;

/** What is known of a version beside its text. It never changes, but for the end of its time as the current one, and for `retiredAt`. */
const NoticeVersion = v.object({
  id: v.string(),
  pid: v.number(),
  version: v.number(),
  contentHash: v.string(),
  textBytes: v.number(),
  /** Those that it has a text in, in their order. */
  languages: v.array(v.string()),
  /** Of its content, so that lists tell the state of a consent without its text. Versions that were published earlier lack them. */
  validityDays: v.optional(v.number()),
  askAgain: v.optional(v.boolean()),
  retentionDays: v.optional(v.number()),
  /** Since when it is the current one. */
  publishedAt: v.string(),
  /** As the operations log names who did it. */
  publishedBy: v.string(),
  /** When the next version was published; none of the current version. */
  currentUntil: v.optional(v.string()),
  /** That of its notice, so that who names the version alone meets it too. */
  retiredAt: v.optional(v.string()),
});
export type NoticeVersion = v.InferOutput<typeof NoticeVersion>;

/** All that a version is read from, beside its keys. */
export const versionAttributes: readonly string[] = Object.keys(NoticeVersion.entries);

export const parseNoticeHead = (item: Item): NoticeHead => v.parse(NoticeHead, item);

export const parseNoticeVersion = (item: Item): NoticeVersion => v.parse(NoticeVersion, item);

export const findNotice = async (table: Table, accountId: string, pid: number): Promise<NoticeHead | undefined> => {
  const item = await getItem(table, keyOf.notice(accountId, pid));
  return item && parseNoticeHead(item);
};

/** The PID of the notice that the account has under the name, or undefined. */
export const findNoticeByName = async (table: Table, accountId: string, name: string): Promise<number | undefined> => {
  const item = await getItem(table, keyOf.noticeName(accountId, name));
  return item && v.parse(v.object({ pid: v.number() }), item).pid;
};

export const findNoticeVersion = async (
  table: Table,
  accountId: string,
  versionId: string,
): Promise<NoticeVersion | undefined> => {
  const item = await getItem(table, keyOf.noticeVersion(accountId, versionId));
  return item && parseNoticeVersion(item);
};

/** All notices of an account, by PID. */
export const listNotices = async (table: Table, accountId: string): Promise<NoticeHead[]> => {
  const items = await queryItems(table, keyOf.notice(accountId, ''));
  return items.map(parseNoticeHead).sort((a, b) => a.pid - b.pid);
};

/** All versions of an account's notices, or of the one with the PID, in the order in which they were published, without their texts. */
export const listNoticeVersions = async (table: Table, accountId: string, pid?: number): Promise<NoticeVersion[]> => {
  const items = await queryItems(table, keyOf.noticeVersion(accountId, ''), {
    ...(pid !== undefined && { where: (item: Item) => item.pid === pid }),
  });
  return items.map(parseNoticeVersion);
};
