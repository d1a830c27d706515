import { listNotices } from '../../../shared/contract.ts';
import { noticeHeadKeys } from '../../../shared/notices/current.ts';
import { tellNotices } from '../../../shared/notices/listed-notices.ts';
import { operation } from '../../../shared/operation.ts';
import { Common, readAtFirstCall } from '../../environment.ts';

export const handler = operation(
  listNotices,
  readAtFirstCall(Common),
  async ({ pid }, { table, identity: { account }, items: [head] }) => ({
    data: await tellNotices(table, account, pid, head),
  }),
  { reads: ({ pid }, { accountId }) => (pid === undefined ? [] : noticeHeadKeys(accountId, pid)) },
);
