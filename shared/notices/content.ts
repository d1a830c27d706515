import * as v from 'valibot';
import { accountPartition } from '../accounts/account.ts';
import { Lang } from '../schema/vocabulary.ts';
import type { Item, Key, Table } from '../store/client.ts';
import { Compressed, unpack } from '../store/compression.ts';
import { getItem } from '../store/get.ts';
import type { NoticeHead } from './notice.ts';
import type { ConsentInformation } from './request.ts';

const texts = v.record(Lang, v.string());

/** What a notice version says. Its hash does not depend on where or when it is published. */
const NoticeContent = v.object({
  validityDays: v.number(),
  notification: v.boolean(),
  title: texts,
  descriptionHtml: texts,
});
export type NoticeContent = v.InferOutput<typeof NoticeContent>;

const NoticeText = v.object({ content: Compressed });

/** Where the content of a version is, apart from what is known of it. */
export const noticeTextKey = (accountId: string, versionId: string): Key => ({
  PK: accountPartition(accountId),
  SK: `TEXT#${versionId}`,
});

export const parseNoticeText = (item: Item): NoticeContent =>
  v.parse(NoticeContent, unpack(v.parse(NoticeText, item).content).value);

/** What a version says. */
export const findNoticeText = async (
  table: Table,
  accountId: string,
  versionId: string,
): Promise<NoticeContent | undefined> => {
  const item = await getItem(table, noticeTextKey(accountId, versionId));
  return item && parseNoticeText(item);
};

/** The answer of the interface for the current version of a notice (specification 2.7). */
export const toConsentInformation = (
  { pid, versionId, version }: Pick<NoticeHead, 'pid' | 'versionId' | 'version'>,
  { validityDays, notification, title, descriptionHtml }: NoticeContent,
): ConsentInformation => ({ id: versionId, pid, version, validityDays, notification, title, descriptionHtml });
