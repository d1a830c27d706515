import { listNotices } from '../../../shared/api/contract.ts';
import { operation } from '../../../shared/api/stack.ts';
import { readConsentInformation } from '../../../shared/notices/current.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { Common, readAtFirstCall } from '../../environment.ts';

export const handler = operation(listNotices, readAtFirstCall(Common), {
  sizedBy: 'pid',
  remedy: 'ask for one notice by its `pid`, or ask the operator to list its versions with the command `notice history`',
  reads: ({ pid }, { accountId }) => ({ notice: pid === undefined ? undefined : keyOf.notice(accountId, pid) }),
  steps: async ({ pid }, { table, identity: { account }, items }) => ({
    data: await readConsentInformation(table, account, pid, items.notice),
  }),
});
