import { Problem } from './problem.ts';
import { batchGet } from './store/batch-get.ts';
import type { Table } from './store/client.ts';
import type { NoticeVersion } from './store/notice.ts';
import { noticeKey, noticeVersionKey, parseNoticeHead, parseNoticeVersion } from './store/notice.ts';

/** Versions this container has read. They never change; the oldest make room for new ones. */
const known = new Map<string, NoticeVersion>();
const capacity = 200;

const remember = (id: string, version: NoticeVersion): void => {
  known.set(id, version);
  const [oldest] = known.keys();
  if (known.size > capacity && oldest !== undefined) known.delete(oldest);
};

const readVersions = async (table: Table, accountId: string, ids: readonly string[]): Promise<NoticeVersion[]> => {
  const unread = ids.filter((id) => !known.has(id));
  const items = await batchGet(
    table,
    unread.map((id) => noticeVersionKey(accountId, id)),
    { consistent: true },
  );
  const read = new Map(
    items
      .filter((item) => item !== undefined)
      .map(parseNoticeVersion)
      .map((version) => [version.id, version]),
  );
  const versions = ids.map((id) => known.get(id) ?? read.get(id)).filter((version) => version !== undefined);
  if (versions.length < ids.length) throw new Error('A notice names a current version that is not there.');
  for (const [id, version] of read) remember(id, version);
  return versions;
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
 * @throws Problem notice.not-found, listing every unknown PID
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
