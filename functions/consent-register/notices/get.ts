import { getNoticeVersion } from '../../../shared/contract.ts';
import { parseNoticeHead, parseNoticeVersion } from '../../../shared/notices/notice.ts';
import { parseNoticeText } from '../../../shared/notices/text.ts';
import { toNoticeVersion } from '../../../shared/notices/version-answer.ts';
import { operation } from '../../../shared/operation.ts';
import { Problem } from '../../../shared/problem.ts';
import { batchGetNamed } from '../../../shared/store/get.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { Common, readAtFirstCall } from '../../environment.ts';

export const handler = operation(
  getNoticeVersion,
  readAtFirstCall(Common),
  async ({ id }, { table, identity: { account }, items: [head] }) => {
    if (head === undefined)
      throw new Problem('notice.not-found', { detail: 'The account has no such version of a notice.' });
    const version = parseNoticeVersion(head);
    const [notice, text] = await batchGetNamed(table, [
      keyOf.notice(account.id, version.pid),
      keyOf.noticeText(account.id, id),
    ]);
    if (notice === undefined || text === undefined)
      throw new Error('The notice or the text of a version is not there.');
    return toNoticeVersion(parseNoticeHead(notice), version, parseNoticeText(text));
  },
  { reads: ({ id }, { accountId }) => [keyOf.noticeVersion(accountId, id)] },
);
