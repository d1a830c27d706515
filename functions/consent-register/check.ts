import type { BegunCheck } from '../../shared/consents/checking/check.ts';
import { beginCheck, endCheck } from '../../shared/consents/checking/check.ts';
import { checks, openBudget } from '../../shared/consents/search/budget.ts';
import { checkPeople } from '../../shared/contract.ts';
import { log } from '../../shared/logger.ts';
import { keysOfKnown } from '../../shared/notices/known-lineage.ts';
import { operation } from '../../shared/operation.ts';

export const handler = operation(
  checkPeople,
  async (request, { table, identity: { account, user }, now, items }, begun: BegunCheck) => {
    const charge = openBudget(table, account.id, now, checks);
    const { data, ...counts } = await endCheck(table, { accountId: account.id, request, charge, now }, begun, items);
    log.info('people.checked', { userId: user.id, ...counts });
    return { data };
  },
  {
    reads: ({ pid }, { accountId }) => keysOfKnown(accountId, pid),
    begins: (request, { table, accountId, now }) => beginCheck(table, accountId, request, now),
  },
);
