import { Problem } from '../api/problem.ts';
import type { Roster } from '../identity/account.ts';
import { describeNotices } from '../identity/account.ts';
import { keyOf } from '../store/keys.ts';
import type { Item, Key } from '../store/table.ts';
import type { NoticeHead } from './notice.ts';
import { parseNoticeHead, parseNoticeVersion } from './notice.ts';
import type { NoticeReference } from './notice-request.ts';

/** The key of the item for a reference: the head of the notice for a PID, otherwise the head of the version. */
export const referenceKey = (accountId: string, reference: NoticeReference): Key =>
  'pid' in reference ? keyOf.notice(accountId, reference.pid) : keyOf.noticeVersion(accountId, reference.versionId);

/** The version to which a reference refers. */
export type NamedVersion = Pick<NoticeHead, 'pid' | 'versionId' | 'contentHash' | 'retiredAt'>;

/** The version to which a reference refers now (docs/contract.md, Notices and versions). */
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
