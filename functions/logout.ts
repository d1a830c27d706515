import { logout } from '../shared/api/contract.ts';
import { operation } from '../shared/api/stack.ts';
import { endSession } from '../shared/identity/session.ts';
import { logger } from '../shared/runtime/logger.ts';
import { Common, readAtFirstCall } from './environment.ts';

export const handler = operation(logout, readAtFirstCall(Common), {
  steps: async (_request, { table, now, bearer: { userId, sessionId } }) => {
    if (await endSession(table, userId, sessionId, now)) logger.info('session.ended', { userId });
    return {};
  },
});
