import type { ConsentedVersion } from '../consents/consent.ts';
import type { NoticeReference } from '../consents/request.ts';
import type { Item, Key } from '../store/client.ts';
import { noticeKey, noticeVersionKey, parseNoticeHead, parseNoticeVersion } from './notice.ts';

/** Where to read the version that a reference stands for: a notice's head by PID, otherwise the head of the version. */
export const referenceKey = (accountId: string, reference: NoticeReference): Key =>
  'pid' in reference ? noticeKey(accountId, reference.pid) : noticeVersionKey(accountId, reference.versionId);

/** The version that a reference stands for now (open point 12). */
export const toConsentedVersion = (reference: NoticeReference, item: Item): ConsentedVersion => {
  if ('pid' in reference) {
    const { pid, versionId, contentHash } = parseNoticeHead(item);
    return { pid, versionId, contentHash };
  }
  const { pid, id, contentHash } = parseNoticeVersion(item);
  return { pid, versionId: id, contentHash };
};
