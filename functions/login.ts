import { config } from '../shared/config.ts';
import { login } from '../shared/contract.ts';
import { log } from '../shared/log.ts';
import { forgiveAttempt } from '../shared/login-throttle.ts';
import { operation } from '../shared/operation.ts';
import { signIn } from '../shared/sign-in.ts';
import { getSigningKey } from '../shared/signing-key.ts';
import { startSession } from '../shared/store/session.ts';
import { issueTokenSet } from '../shared/token-set.ts';

export const handler = operation(login, async ({ email, password }, { table, now, newId, sourceIp }) => {
  const [{ user, attempt }, key] = await Promise.all([
    signIn(table, { email, password, sourceIp }, now),
    getSigningKey(now),
  ]);
  const owner = { userId: user.id, accountId: user.accountId, epoch: user.sessionEpoch };
  const [{ session, refreshToken }] = await Promise.all([
    startSession(table, owner, { id: newId(), lifetime: config.REFRESH_TOKEN_SECONDS, now }),
    forgiveAttempt(table, attempt, now),
  ]);
  log.info('session.started', { userId: user.id });
  return issueTokenSet(session, refreshToken, key, now);
});
