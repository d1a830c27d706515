import { askErasure, readErasable, withdrawalReads, withdrawErasure } from '../../../shared/consents/erasure/asking.ts';
import { openBudget } from '../../../shared/consents/search/budget.ts';
import { requestErasure } from '../../../shared/contract.ts';
import { log } from '../../../shared/logger.ts';
import { operation } from '../../../shared/operation.ts';

type Erasable = Awaited<ReturnType<typeof readErasable>>;

export const handler = operation(
  requestErasure,
  async (
    wanted,
    { table, now, newId, idempotency, items: [item], identity: { account, user } },
    consents: Erasable,
  ) => {
    const asking = { table, accountId: account.id, userId: user.id, now, idempotency };
    if ('withdraw' in wanted) return withdrawErasure(asking, wanted.withdraw, item);
    const charge = openBudget(table, account.id, now);
    const given = await askErasure({ ...asking, newId, charge }, wanted, consents);
    if (!given.replayed) log.info('erasure.requested');
    return given;
  },
  {
    reads: (wanted, { accountId }) => ('withdraw' in wanted ? withdrawalReads(accountId, wanted.withdraw) : []),
    begins: (wanted, { table, accountId }) => readErasable(table, accountId, 'withdraw' in wanted ? [] : wanted.ids),
  },
);
