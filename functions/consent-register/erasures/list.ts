import { listErasureRequests } from '../../../shared/api/contract.ts';
import { operation } from '../../../shared/api/stack.ts';
import { toRequestedErasure } from '../../../shared/consents/erasure/request-schemas.ts';
import { listRequests } from '../../../shared/consents/erasure/requests.ts';
import { Common, readAtFirstCall } from '../../environment.ts';

export const handler = operation(listErasureRequests, readAtFirstCall(Common), {
  begins: ({ after, perPage }, { table, accountId }) => listRequests(table, accountId, { after, limit: perPage }),
  steps: async (_request, _call, { requests, damaged, next }) => ({
    data: requests.map(toRequestedErasure),
    damaged: [...damaged],
    next,
  }),
});
