import { readErasureRequests } from '../../../shared/consents/erasure/listed-requests.ts';
import { tellErasureRequest } from '../../../shared/consents/erasure/request-answer.ts';
import { listErasureRequests } from '../../../shared/contract.ts';
import { operation } from '../../../shared/operation.ts';

export const handler = operation(
  listErasureRequests,
  async (_request, _call, { requests, next }: Awaited<ReturnType<typeof readErasureRequests>>) => ({
    data: requests.map(tellErasureRequest),
    next,
  }),
  {
    begins: ({ after, perPage }, { table, accountId }) =>
      readErasureRequests(table, accountId, { after, limit: perPage }),
  },
);
