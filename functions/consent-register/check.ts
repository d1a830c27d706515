import { checkPeople } from '../../shared/api/contract.ts';
import { operation } from '../../shared/api/stack.ts';
import { checkConsents } from '../../shared/consents/check.ts';
import { logger } from '../../shared/runtime/logger.ts';
import { keyOf } from '../../shared/store/keys.ts';
import { Common, readAtFirstCall } from '../environment.ts';

export const handler = operation(checkPeople, readAtFirstCall(Common), {
  reads: ({ pid }, { accountId }) => ({ notice: keyOf.notice(accountId, pid) }),
  steps: async (request, { table, identity: { account, user }, now, items }) => {
    const { data, ...counts } = await checkConsents(
      table,
      { accountId: account.id, roster: account.roster, request, now },
      items.notice,
    );
    logger.info('people.checked', { userId: user.id, ...counts });
    return { data };
  },
});
