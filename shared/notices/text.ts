import * as v from 'valibot';
import { canonicalDigest } from '../runtime/digest.ts';
import { Compressed, unpack } from '../store/item.ts';
import { keyOf } from '../store/keys.ts';
import { getItem } from '../store/read.ts';
import type { Item, Table } from '../store/table.ts';
import { NoticeContent } from './content.ts';

/** SHA-256 in hex of a version's content. With it, a consent proves to what the person agreed. */
export const contentHash = (content: NoticeContent): string => canonicalDigest(content).toString('hex');

const NoticeText = v.object({ content: Compressed });

export const parseNoticeText = (item: Item): NoticeContent =>
  v.parse(NoticeContent, unpack(v.parse(NoticeText, item).content).value);

/** The content of a version. */
export const readNoticeText = async (table: Table, accountId: string, versionId: string): Promise<NoticeContent> => {
  const item = await getItem(table, keyOf.noticeText(accountId, versionId));
  if (item === undefined) throw new Error('The text of a version is not there.');
  return parseNoticeText(item);
};
