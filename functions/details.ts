import { details } from '../shared/api/contract.ts';
import { operation } from '../shared/api/stack.ts';
import { formatTimestamp } from '../shared/runtime/time.ts';
import { Common, readAtFirstCall } from './environment.ts';

export const handler = operation(details, readAtFirstCall(Common), {
  steps: async (_request, { identity: { user } }) => ({
    id: user.id,
    name: user.name,
    email: user.email,
    email_verified_at: formatTimestamp(new Date(user.emailVerifiedAt)),
    created_at: formatTimestamp(new Date(user.createdAt)),
    updated_at: formatTimestamp(new Date(user.updatedAt)),
  }),
});
