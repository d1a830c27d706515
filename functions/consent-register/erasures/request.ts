import { requestErasure } from '../../../shared/api/contract.ts';
import { operation } from '../../../shared/api/stack.ts';
import { addErasureRequest, withdrawErasure } from '../../../shared/consents/erasure/requests.ts';
import { logger } from '../../../shared/runtime/logger.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { Common, readAtFirstCall } from '../../environment.ts';

export const handler = operation(requestErasure, readAtFirstCall(Common), {
  reads: (wanted, { accountId }) => ({
    request: 'withdraw' in wanted ? keyOf.erasureRequest(accountId, wanted.withdraw) : undefined,
  }),
  steps: async (wanted, { table, now, newId, idempotency, items, identity: { account, user } }) => {
    const asking = { table, accountId: account.id, userId: user.id, now, idempotency };
    if ('withdraw' in wanted) return withdrawErasure(asking, wanted.withdraw, items.request);
    const given = await addErasureRequest({ ...asking, newId }, wanted);
    if (!given.replayed) logger.info('erasure.requested');
    return given;
  },
});
