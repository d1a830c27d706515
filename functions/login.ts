import { config } from '../shared/config.ts';
import { login } from '../shared/contract.ts';
import { log } from '../shared/log.ts';
import { operation } from '../shared/operation.ts';
import { verifyCredentials } from '../shared/sign-in.ts';
import { getSigningKey } from '../shared/signing-key.ts';
import { startSession } from '../shared/store/session.ts';
import { issueTokenSet } from '../shared/token-set.ts';

export const handler = operation(login, async ({ email, password }, { table, now, newId }) => {
  const [user, key] = await Promise.all([verifyCredentials(table, email, password), getSigningKey(now)]);
  const owner = { userId: user.id, accountId: user.accountId, epoch: user.sessionEpoch };
  const { session, refreshToken } = await startSession(table, owner, {
    id: newId(),
    lifetime: config.REFRESH_TOKEN_SECONDS,
    now,
  });
  log.info('session.started', { userId: user.id });
  return issueTokenSet(session, refreshToken, key, now);
});
