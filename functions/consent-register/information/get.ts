import { getNotices } from '../../../shared/contract.ts';
import { findNotices } from '../../../shared/notices.ts';
import { operation } from '../../../shared/operation.ts';
import { toConsentInformation } from '../../../shared/store/notice-text.ts';

export const handler = operation(getNotices, async ({ pid }, { table, identity: { account } }) => {
  const notices = await findNotices(table, account.id, pid);
  return {
    data: Object.fromEntries(notices.map((notice) => [notice.pid, toConsentInformation(notice, notice.content)])),
  };
});
