import { getNoticeVersion } from '../../../shared/api/contract.ts';
import { Problem } from '../../../shared/api/problem.ts';
import { operation } from '../../../shared/api/stack.ts';
import { parseNoticeHead, parseNoticeText, parseNoticeVersion } from '../../../shared/notices/notice.ts';
import { toNoticeVersion } from '../../../shared/notices/version-answer.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { batchGetNamed } from '../../../shared/store/read.ts';
import { Common, readAtFirstCall } from '../../environment.ts';

export const handler = operation(getNoticeVersion, readAtFirstCall(Common), {
  reads: ({ id }, { accountId }) => ({ version: keyOf.noticeVersion(accountId, id) }),
  steps: async ({ id }, { table, identity: { account }, items }) => {
    if (items.version === undefined)
      throw new Problem('notice.not-found', { detail: 'The account has no such version of a notice.' });
    const version = parseNoticeVersion(items.version);
    const [notice, text] = await batchGetNamed(table, [
      keyOf.notice(account.id, version.pid),
      keyOf.noticeText(account.id, id),
    ]);
    if (notice === undefined || text === undefined)
      throw new Error('The notice or the text of a version is not there.');
    return toNoticeVersion(parseNoticeHead(notice), version, parseNoticeText(text));
  },
});
