import { revokeConsent } from '../../shared/contract.ts';
import { log } from '../../shared/log.ts';
import { operation } from '../../shared/operation.ts';
import { recordRevocation } from '../../shared/store/consent-revocation.ts';

export const handler = operation(revokeConsent, async (revocation, call) => {
  const { table, identity, idempotency } = call;
  const { answer, replayed } = await recordRevocation(table, identity.account.id, revocation, idempotency, call);
  if (!replayed) log.info('consent.revoked');
  return answer;
});
