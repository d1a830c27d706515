import { listNotices } from '../../../shared/contract.ts';
import { noticeHeadKeys } from '../../../shared/notices/current.ts';
import type { BegunNotices } from '../../../shared/notices/listed-notices.ts';
import { beginNotices, tellNotices } from '../../../shared/notices/listed-notices.ts';
import { operation } from '../../../shared/operation.ts';

export const handler = operation(
  listNotices,
  async ({ pid }, { table, identity: { account }, items }, begun: BegunNotices) => ({
    data: await tellNotices(table, account.id, { pid, items, ...begun }),
  }),
  {
    reads: ({ pid }, { accountId }) => (pid === undefined ? [] : noticeHeadKeys(accountId, pid)),
    begins: ({ pid }, { table, accountId }) => beginNotices(table, accountId, pid),
  },
);
