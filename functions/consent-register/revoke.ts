import { revokeConsent } from '../../shared/api/contract.ts';
import { operation } from '../../shared/api/stack.ts';
import { recordRevocation, revocationKeys } from '../../shared/consents/revocation.ts';
import { logger } from '../../shared/runtime/logger.ts';
import { Common, readAtFirstCall } from '../environment.ts';

export const handler = operation(revokeConsent, readAtFirstCall(Common), {
  reads: (revocation, { accountId, idempotency }) => revocationKeys(accountId, revocation, idempotency),
  steps: async (revocation, call) => {
    const { revokes, ...given } = await recordRevocation(call.table, call.identity.account.id, revocation, call);
    if (revokes) logger.info('consent.revoked');
    return given;
  },
});
