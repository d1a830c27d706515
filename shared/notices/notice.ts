import * as v from 'valibot';
import { Problem } from '../api/problem.ts';
import type { Roster } from '../identity/account.ts';
import { describeNotices } from '../identity/account.ts';
import { canonicalDigest } from '../runtime/digest.ts';
import { Compressed, parseNamed, unpack } from '../store/item.ts';
import { keyOf } from '../store/keys.ts';
import { getItem, queryItems } from '../store/read.ts';
import type { Item, Key, Table } from '../store/table.ts';
import { NoticeContent } from './content.ts';
import type { NoticeReference } from './notice-request.ts';

/** The head of a notice: a small item that names the current version. */
export const NoticeHead = v.object({
  pid: v.number(),
  versionId: v.string(),
  version: v.number(),
  contentHash: v.string(),
  /** Bytes of the current version's content as JSON: what it adds to an answer, known before the text is read. */
  textBytes: v.number(),
  /** The account's name for the notice. */
  name: v.string(),
  /** Since when nothing new may be recorded for it. A notice in use has none. */
  retiredAt: v.optional(v.string()),
});
export type NoticeHead = v.InferOutput<typeof NoticeHead>;

/** A version without its text. It never changes, except for `currentUntil` and `retiredAt`. */
const NoticeVersion = v.object({
  id: v.string(),
  pid: v.number(),
  version: v.number(),
  contentHash: v.string(),
  textBytes: v.number(),
  /** Languages in which the version has a text, in their order. */
  languages: v.array(v.string()),
  /** Copied from the content, so that lists can decide the state of a consent without its text. */
  validityDays: v.number(),
  askAgain: v.optional(v.boolean()),
  retentionDays: v.optional(v.number()),
  /** When it became the current version. */
  publishedAt: v.string(),
  /** Who published it, as in the operations log. */
  publishedBy: v.string(),
  /** When the next version was published. The current version has none. */
  currentUntil: v.optional(v.string()),
  /** Copied from its notice, for requests that name only the version. */
  retiredAt: v.optional(v.string()),
  /** What its leaf of the log is made with. */
  salt: v.optional(v.instance(Uint8Array)),
});
export type NoticeVersion = v.InferOutput<typeof NoticeVersion>;

/** The attributes from which a version is read, without its keys. */
export const versionAttributes: readonly string[] = Object.keys(NoticeVersion.entries);

export const parseNoticeHead = (item: Item): NoticeHead =>
  parseNamed(NoticeHead, item, ({ pid }) => ({ SK: keyOf.notice('', pid).SK }));

export const parseNoticeVersion = (item: Item): NoticeVersion =>
  parseNamed(NoticeVersion, item, ({ id }) => ({ SK: keyOf.noticeVersion('', id).SK }));

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

/** The PIDs of all heads that have the name, whatever the item of the name says, also of those that cannot be read. */
export const findPidsOfName = async (table: Table, accountId: string, name: string): Promise<readonly string[]> => {
  const beginning = keyOf.notice(accountId, '');
  const items = await queryItems(table, beginning, { where: (item) => item.name === name });
  return items.map(({ SK }) => String(SK).slice(beginning.SK.length));
};

/** All notices of an account, by PID. */
export const listNotices = async (table: Table, accountId: string): Promise<NoticeHead[]> => {
  const items = await queryItems(table, keyOf.notice(accountId, ''));
  return items.map(parseNoticeHead).sort((a, b) => a.pid - b.pid);
};

/** The versions of one notice. It reads those of all notices, because they are sorted by time of publication. */
export const findNoticeVersions = async (
  table: Table,
  accountId: string,
  pid: number,
): Promise<readonly NoticeVersion[]> => {
  const where = (item: Item): boolean => item.pid === pid;
  const items = await queryItems(table, keyOf.noticeVersion(accountId, ''), { where });
  return items.map(parseNoticeVersion);
};

/** All versions of an account's notices, in the order of publication, without their texts. */
export const listNoticeVersions = async (table: Table, accountId: string): Promise<NoticeVersion[]> => {
  const items = await queryItems(table, keyOf.noticeVersion(accountId, ''));
  return items.map(parseNoticeVersion);
};

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

/** The key of the item for a reference: the head of the notice for a PID, otherwise the head of the version. */
export const referenceKey = (accountId: string, reference: NoticeReference): Key =>
  'pid' in reference ? keyOf.notice(accountId, reference.pid) : keyOf.noticeVersion(accountId, reference.versionId);

/** The version to which a reference refers. */
export type NamedVersion = Pick<NoticeHead, 'pid' | 'versionId' | 'contentHash' | 'retiredAt'>;

/** The version to which a reference refers now (docs/api.md, Notices and versions). */
export const toNamedVersion = (reference: NoticeReference, item: Item): NamedVersion => {
  if ('pid' in reference) return parseNoticeHead(item);
  const { id, ...version } = parseNoticeVersion(item);
  return { ...version, versionId: id };
};

/** PIDs that the account does not have, among all of a request in its order. */
interface UnknownNotices {
  readonly pids: readonly number[];
  readonly unknown: readonly number[];
  /** Whether the request sends them as an array. */
  readonly isList: boolean;
}

/** The 404 that lists every PID that the account does not have. @param roster what it has */
export const unknownNotices = ({ pids, unknown, isList }: UnknownNotices, roster?: Roster): Problem =>
  new Problem('notice.not-found', {
    detail: `The account has no notice with PID ${unknown.join(', ')}.${roster === undefined ? '' : describeNotices(roster)}`,
    errors: unknown.map((pid) => ({
      field: isList ? `pid[${pids.indexOf(pid)}]` : 'pid',
      code: 'unknown',
      detail: 'The account has no notice with this PID.',
    })),
  });
