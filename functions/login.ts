import { login } from '../shared/api/contract.ts';
import { operation } from '../shared/api/stack.ts';
import { issueTokenSet } from '../shared/identity/access-token.ts';
import { openSigningKey } from '../shared/identity/keys/signing-key.ts';
import { startSession } from '../shared/identity/session.ts';
import { checkPassword, findCandidate } from '../shared/identity/sign-in.ts';
import { countEverywhere, recordSuccess } from '../shared/identity/throttle.ts';
import { findUser } from '../shared/identity/user.ts';
import { logger } from '../shared/runtime/logger.ts';
import { atFirstCall, readAtFirstCall, Signing } from './environment.ts';

const readConfig = readAtFirstCall(Signing);
const getSigningKey = atFirstCall(() => openSigningKey(readConfig().SIGNING_KEY_SECRET));

/** Reads everything before counting the attempt, so that little can fail after that. */
export const handler = operation(login, readConfig, {
  steps: async ({ email, password }, { table, now, newId, sourceIp }) => {
    const { REFRESH_TOKEN_SECONDS, ACCESS_TOKEN_SECONDS } = readConfig();
    const candidate = await findCandidate(table, { email, sourceIp }, now);
    const [found, key] = await Promise.all([findUser(table, candidate.userId), getSigningKey()(now)]);
    await countEverywhere(table, candidate.attempt, now);
    const user = await checkPassword(candidate, found, password);
    const forgiven = recordSuccess(table, candidate.attempt, now);
    const owner = { userId: user.id, accountId: user.accountId, epoch: user.sessionEpoch };
    const { session, refreshToken } = await startSession(table, owner, {
      id: newId(),
      lifetime: REFRESH_TOKEN_SECONDS,
      now,
    }).finally(() => forgiven);
    logger.info('session.started', { userId: user.id });
    return issueTokenSet(session, user, refreshToken, { key, lifetime: ACCESS_TOKEN_SECONDS, now });
  },
});
