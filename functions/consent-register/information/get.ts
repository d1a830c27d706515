import { getNotices } from '../../../shared/api/contract.ts';
import { operation } from '../../../shared/api/stack.ts';
import { noticeHeadKeys, readNotices } from '../../../shared/notices/current.ts';
import { toConsentInformation } from '../../../shared/notices/notice-answer.ts';
import { Common, readAtFirstCall } from '../../environment.ts';

export const handler = operation(getNotices, readAtFirstCall(Common), {
  sizedBy: 'pid',
  reads: ({ pid }, { accountId }) => ({ notices: noticeHeadKeys(accountId, pid) }),
  steps: async ({ pid }, { table, identity: { account }, items }) => {
    const notices = await readNotices(table, account, pid, items.notices);
    return {
      data: Object.fromEntries(notices.map((notice) => [notice.pid, toConsentInformation(notice, notice.content)])),
    };
  },
});
