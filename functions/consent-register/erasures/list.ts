import { listRequests } from '../../../shared/consents/erasure/finding-requests.ts';
import { tellErasureRequest } from '../../../shared/consents/erasure/request-answer.ts';
import { listErasureRequests } from '../../../shared/contract.ts';
import { operation } from '../../../shared/operation.ts';
import { Common, readAtFirstCall } from '../../environment.ts';

export const handler = operation(
  listErasureRequests,
  readAtFirstCall(Common),
  async (_request, _call, { requests, damaged, next }: Awaited<ReturnType<typeof listRequests>>) => ({
    data: requests.map(tellErasureRequest),
    damaged: [...damaged],
    next,
  }),
  {
    begins: ({ after, perPage }, { table, accountId }) => listRequests(table, accountId, { after, limit: perPage }),
  },
);
