import * as v from 'valibot';
import { revokeConsent } from '../../shared/api/contract.ts';
import { operation } from '../../shared/api/stack.ts';
import { recordRevocation, revocationKeys } from '../../shared/consents/revocation.ts';
import { logger } from '../../shared/runtime/logger.ts';
import { Common, readAtFirstCall, text } from '../environment.ts';

const readConfig = readAtFirstCall(
  v.object({
    ...Common.entries,
    /** Name of the log table. */
    LOG_TABLE_NAME: text,
  }),
);

export const handler = operation(revokeConsent, readConfig, {
  reads: (revocation, { accountId }) => revocationKeys(accountId, revocation),
  steps: async (revocation, call) => {
    const { table, identity } = call;
    const log = { ...table, name: readConfig().LOG_TABLE_NAME };
    const { revokes, ...given } = await recordRevocation({ table, log }, identity.account.id, revocation, call);
    if (revokes) logger.info('consent.revoked');
    return given;
  },
});
