import { limits } from './limits.ts';
import { answerTooLarge, Problem } from './problem.ts';
import { batchGet } from './store/batch-get.ts';
import type { Table } from './store/client.ts';
import type { NoticeVersion } from './store/notice.ts';
import { noticeKey, noticeVersionKey, parseNoticeHead, parseNoticeVersion } from './store/notice.ts';

/** Versions this container has read. They never change; the oldest make room for new ones. */
const known = new Map<string, NoticeVersion>();
const capacityBytes = 8 * 1024 * 1024;

const sumBytes = (versions: Iterable<NoticeVersion>): number =>
  [...versions].reduce((sum, { bytes }) => sum + bytes, 0);

const remember = (versions: Iterable<NoticeVersion>): void => {
  for (const version of versions) known.set(version.id, version);
  let excess = sumBytes(known.values()) - capacityBytes;
  for (const { id, bytes } of known.values()) {
    if (excess <= 0) break;
    known.delete(id);
    excess -= bytes;
  }
};

/** Reads versions and opens them, no further than one answer can hold. @param bytesBefore of those that it has already */
const openVersions = async (
  table: Table,
  accountId: string,
  ids: readonly string[],
  bytesBefore: number,
): Promise<Map<string, NoticeVersion>> => {
  const opened = new Map<string, NoticeVersion>();
  let bytes = bytesBefore;
  for (let i = 0; i < ids.length; i += 20) {
    const keys = ids.slice(i, i + 20).map((id) => noticeVersionKey(accountId, id));
    for (const item of await batchGet(table, keys, { consistent: true })) {
      if (item === undefined) throw new Error('A notice names a current version that is not there.');
      const version = parseNoticeVersion(item);
      bytes += version.bytes;
      if (bytes > limits.resultBytes) throw answerTooLarge('pid');
      opened.set(version.id, version);
    }
  }
  return opened;
};

const readVersions = async (table: Table, accountId: string, ids: readonly string[]): Promise<NoticeVersion[]> => {
  const found = new Map(ids.flatMap((id) => known.get(id) ?? []).map((version) => [version.id, version]));
  const unread = ids.filter((id) => !found.has(id));
  const read = await openVersions(table, accountId, unread, sumBytes(found.values()));
  remember(read.values());
  return ids.flatMap((id) => found.get(id) ?? read.get(id) ?? []);
};

const unknownNotices = (pids: readonly number[], unknown: readonly number[], isList: boolean): Problem =>
  new Problem('notice.not-found', `The account has no notice with PID ${unknown.join(', ')}.`, {
    errors: unknown.map((pid) => ({
      field: isList ? `pid[${pids.indexOf(pid)}]` : 'pid',
      code: 'unknown',
      detail: 'The account has no notice with this PID.',
    })),
  });

/**
 * The current versions of notices, in the order of the PIDs: one round trip, or two where this container has not read
 * the versions before.
 *
 * @throws Problem notice.not-found, listing every unknown PID; parameters.invalid when they are more than one answer can hold
 */
export const findNotices = async (
  table: Table,
  accountId: string,
  pid: number | number[],
): Promise<NoticeVersion[]> => {
  const pids = [pid].flat();
  const items = await batchGet(
    table,
    pids.map((each) => noticeKey(accountId, each)),
    { consistent: true },
  );
  const unknown = pids.filter((_, i) => items[i] === undefined);
  if (unknown.length > 0) throw unknownNotices(pids, unknown, Array.isArray(pid));
  const heads = items.filter((item) => item !== undefined).map(parseNoticeHead);
  return readVersions(
    table,
    accountId,
    heads.map(({ versionId }) => versionId),
  );
};
