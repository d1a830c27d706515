import type { Recorder } from '../accounts/operations-log.ts';
import { unrecorded } from '../accounts/operations-log.ts';
import { contentHash } from '../digest.ts';
import type { Table } from '../store/client.ts';
import { writeNumbered } from '../store/counter.ts';
import { keyOf } from '../store/keys.ts';
import type { Put } from '../store/write.ts';
import { isNew, transact } from '../store/write.ts';
import type { NoticeContent } from './content.ts';
import { endVersion, newVersion, putVersion, timeAfter } from './new-version.ts';
import type { NoticeHead } from './notice.ts';
import { findNotice, findNoticeByName, findNoticeVersion } from './notice.ts';

const inconsistent = 'The NOTICE counter, a name or the current version of a notice does not fit the table.';

const putName = (accountId: string, name: string, pid: number): Put => ({
  put: { ...keyOf.noticeName(accountId, name), name, pid },
  ...isNew,
});

const toSubject = (accountId: string, { pid, version, contentHash: hash, name }: NoticeHead) => ({
  accountId,
  pid,
  version,
  contentHash: hash,
  ...(name !== undefined && { notice: name }),
});

/** What is published for whom. @property name by which the account knows the notice */
interface Publication {
  readonly accountId: string;
  readonly content: NoticeContent;
  readonly name?: string | undefined;
}

/** Content for the notice of a name. @property expected id of the version that it was compared with, if there was one */
export interface NamedPublication extends Publication {
  readonly name: string;
  readonly expected: string | undefined;
}

/** Publishes a new notice under the next PID. Returns undefined when the account has a notice of the name. */
const publishFirst = async (
  table: Table,
  { accountId, content, name }: Publication,
  now: Date,
  record: Recorder,
): Promise<NoticeHead | undefined> => {
  const named = name === undefined ? {} : { name };
  const first = { ...newVersion(content, now), version: 1, ...named };
  const edition = { content, publishedAt: now, publishedBy: record.by };
  const pid = await writeNumbered(table, 'NOTICE', (pid) => [
    { put: { ...keyOf.notice(accountId, pid), pid, ...first }, ...isNew },
    ...putVersion(accountId, { head: { pid, ...first }, ...edition }),
    ...(name === undefined ? [] : [putName(accountId, name, pid)]),
    ...record(toSubject(accountId, { pid, ...first })),
  ]);
  return pid === undefined ? undefined : { pid, ...first };
};

/** Publishes a new notice without a name under the next PID, as its version 1. */
export const createNotice = async (
  table: Table,
  accountId: string,
  content: NoticeContent,
  now: Date,
): Promise<NoticeHead> => {
  const head = await publishFirst(table, { accountId, content }, now, unrecorded);
  if (head === undefined) throw new Error(inconsistent);
  return head;
};

/** Publishes content after the given version. Returns undefined when another one is current by then. */
const publishAfter = async (
  table: Table,
  current: NoticeHead,
  { accountId, content }: Publication,
  now: Date,
  record: Recorder,
): Promise<NoticeHead | undefined> => {
  const previous = await findNoticeVersion(table, accountId, current.versionId);
  if (previous === undefined) throw new Error(inconsistent);
  const publishedAt = timeAfter(previous, now);
  const head = { ...current, ...newVersion(content, publishedAt), version: current.version + 1 };
  const refusals = await transact(table, [
    {
      put: { ...keyOf.notice(accountId, head.pid), ...head },
      condition: 'versionId = :current',
      values: { ':current': current.versionId },
    },
    endVersion(accountId, current.versionId, publishedAt),
    ...putVersion(accountId, { head, content, publishedAt, publishedBy: record.by }),
    ...record(toSubject(accountId, head)),
  ]);
  if (refusals === undefined) return head;
  if (refusals[0] === undefined) throw new Error(inconsistent);
  return undefined;
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
  if (current === undefined || current.contentHash === contentHash(content)) return current;
  const next = await publishAfter(table, current, { accountId, content }, now, unrecorded);
  return next ?? publishNotice(table, accountId, pid, content, now);
};

/**
 * Publishes content under the name by which the account knows the notice: as a new notice, or as the version that follows
 * the expected one.
 *
 * @returns the new version, or undefined when another version is current by now than the expected one
 */
export const publishNamedNotice = async (
  table: Table,
  publication: NamedPublication,
  now: Date,
  record: Recorder = unrecorded,
): Promise<NoticeHead | undefined> => {
  const { accountId, name, expected } = publication;
  const pid = await findNoticeByName(table, accountId, name);
  if (pid === undefined) return expected === undefined ? publishFirst(table, publication, now, record) : undefined;
  const current = await findNotice(table, accountId, pid);
  if (current === undefined) throw new Error(inconsistent);
  if (current.versionId !== expected) return undefined;
  return publishAfter(table, current, publication, now, record);
};
