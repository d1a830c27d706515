import { rosterWrites } from '../identity/account.ts';
import type { Change } from '../identity/operations.ts';
import { writeNumbered } from '../store/counter.ts';
import { keyOf } from '../store/keys.ts';
import type { Table } from '../store/table.ts';
import type { Put } from '../store/write.ts';
import { isNew, transact } from '../store/write.ts';
import type { NoticeContent } from './content.ts';
import { endVersion, newVersion, putVersion, timeAfter } from './new-version.ts';
import type { NoticeHead } from './notice.ts';

/** The write of the name of a notice, for the transaction with its head. */
export const putName = (accountId: string, name: string, pid: number): Put => ({
  put: { ...keyOf.noticeName(accountId, name), name, pid },
  ...isNew,
});

const toTarget = (accountId: string, { pid, version, contentHash, name }: NoticeHead) => ({
  accountId,
  pid,
  version,
  contentHash,
  notice: name,
});

export interface Publication {
  readonly accountId: string;
  /** The account's name for the notice. */
  readonly name: string;
  readonly content: NoticeContent;
  /** The version with which the content was compared. Undefined if the account has no notice of this name. */
  readonly current: NoticeHead | undefined;
}

/** Publishes a new notice under the next PID. Returns undefined if the account has a notice of this name. */
const publishFirst = async (
  table: Table,
  { accountId, content, name }: Publication,
  { now, by, record }: Change,
): Promise<NoticeHead | undefined> => {
  const first = { ...newVersion(content, now), version: 1, name };
  const edition = { content, publishedAt: now, publishedBy: by };
  const pid = await writeNumbered(
    table,
    'NOTICE',
    (pid) => [
      { put: { ...keyOf.notice(accountId, pid), pid, ...first }, ...isNew },
      ...putVersion(accountId, { head: { pid, ...first }, ...edition }),
      putName(accountId, name, pid),
      record(toTarget(accountId, { pid, ...first })),
    ],
    (pid) => rosterWrites(table, accountId, { pid }),
  );
  return pid === undefined ? undefined : { pid, ...first };
};

/**
 * Publishes content after the given version. Returns undefined if another version is current by then, or the notice is
 * retired.
 */
const publishAfter = async (
  table: Table,
  current: NoticeHead,
  { accountId, content }: Publication,
  { now, by, record }: Change,
): Promise<NoticeHead | undefined> => {
  const publishedAt = timeAfter(current, now);
  const head = { ...current, ...newVersion(content, publishedAt), version: current.version + 1 };
  const refusals = await transact(table, [
    {
      put: { ...keyOf.notice(accountId, head.pid), ...head },
      condition: 'versionId = :current AND attribute_not_exists(retiredAt)',
      values: { ':current': current.versionId },
    },
    endVersion(accountId, current.versionId, publishedAt),
    ...putVersion(accountId, { head, content, publishedAt, publishedBy: by }),
    record(toTarget(accountId, head)),
  ]);
  if (refusals === undefined) return head;
  if (refusals[0] === undefined) throw new Error('The current version of a notice does not fit the table.');
  return undefined;
};

/**
 * Publishes content under a name, as a new notice or as the version after the compared one.
 *
 * @returns the new version, or undefined if another version is current by now, or the notice is retired
 */
export const publishNotice = (
  table: Table,
  publication: Publication,
  change: Change,
): Promise<NoticeHead | undefined> => {
  const { current } = publication;
  return current === undefined
    ? publishFirst(table, publication, change)
    : publishAfter(table, current, publication, change);
};
