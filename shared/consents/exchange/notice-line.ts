import * as v from 'valibot';
import { NoticeContent } from '../../notices/content.ts';
import type { NoticeHead, NoticeVersion } from '../../notices/notice.ts';
import { listNotices, listNoticeVersions, parseNoticeText } from '../../notices/notice.ts';
import { toChunks } from '../../runtime/values.ts';
import { hexDigest, storedId, storedTime } from '../../schema/scalar.ts';
import { keyOf } from '../../store/keys.ts';
import { batchGetNamed } from '../../store/read.ts';
import type { Item, Table } from '../../store/table.ts';

/** The largest PID. The next notices are numbered from an imported PID, so it must leave room for them. */
const mostPid = 999_999_999;

/** A whole notice version as one line of JSON in an export. No member is left out, except members of the content. */
export const NoticeLine = v.strictObject({
  pid: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostPid)),
  /** The account's name for the notice. */
  name: v.string(),
  versionId: storedId,
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
  contentHash: hexDigest,
  publishedAt: storedTime,
  /** Who published it, as in the operations log. */
  publishedBy: v.string(),
  /** When the next version was published, or null. */
  currentUntil: v.nullable(storedTime),
  /** Since when nothing new may be recorded for the notice. Null if it is in use. */
  retiredAt: v.nullable(storedTime),
  content: NoticeContent,
});
export type NoticeLine = v.InferOutput<typeof NoticeLine>;

/** @param text the item of its text */
export const toNoticeLine = (
  notices: readonly NoticeHead[],
  version: NoticeVersion,
  text: Item | undefined,
): NoticeLine => {
  const name = notices.find(({ pid }) => pid === version.pid)?.name;
  if (name === undefined || text === undefined) throw new Error('A version lacks its notice or its text.');
  return {
    pid: version.pid,
    name,
    versionId: version.id,
    version: version.version,
    contentHash: version.contentHash,
    publishedAt: version.publishedAt,
    publishedBy: version.publishedBy,
    currentUntil: version.currentUntil ?? null,
    retiredAt: version.retiredAt ?? null,
    content: parseNoticeText(text),
  };
};

/** Texts to read at the same time. Each may have hundreds of kilobytes. */
const textsAtOnce = 20;

/** All versions of all notices of an account, in the order of publication. */
export async function* readNoticeLines(table: Table, accountId: string): AsyncGenerator<NoticeLine> {
  const [notices, versions] = await Promise.all([listNotices(table, accountId), listNoticeVersions(table, accountId)]);
  for (const some of toChunks(versions, textsAtOnce)) {
    const texts = await batchGetNamed(
      table,
      some.map(({ id }) => keyOf.noticeText(accountId, id)),
    );
    for (const [j, version] of some.entries()) yield toNoticeLine(notices, version, texts[j]);
  }
}
