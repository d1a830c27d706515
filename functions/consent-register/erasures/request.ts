import { askErasure, withdrawalReads, withdrawErasure } from '../../../shared/consents/erasure/asking.ts';
import { requestErasure } from '../../../shared/contract.ts';
import { log } from '../../../shared/logger.ts';
import { operation } from '../../../shared/operation.ts';
import { Common, readAtFirstCall } from '../../environment.ts';

export const handler = operation(
  requestErasure,
  readAtFirstCall(Common),
  async (wanted, { table, now, newId, idempotency, items: [item], identity: { account, user } }) => {
    const asking = { table, accountId: account.id, userId: user.id, now, idempotency };
    if ('withdraw' in wanted) return withdrawErasure(asking, wanted.withdraw, item);
    const given = await askErasure({ ...asking, newId }, wanted);
    if (!given.replayed) log.info('erasure.requested');
    return given;
  },
  {
    reads: (wanted, { accountId }) => ('withdraw' in wanted ? withdrawalReads(accountId, wanted.withdraw) : []),
  },
);
