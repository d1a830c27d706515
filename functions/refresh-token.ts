import { refreshToken } from '../shared/api/contract.ts';
import { operation } from '../shared/api/stack.ts';
import { issueTokenSet } from '../shared/identity/access-token.ts';
import { openSigningKey } from '../shared/identity/keys/signing-key.ts';
import {
  endSession,
  isActive,
  parseRefreshToken,
  rotateSession,
  unusableRefreshToken,
} from '../shared/identity/session.ts';
import { findUser } from '../shared/identity/user.ts';
import { logger } from '../shared/runtime/logger.ts';
import { atFirstCall, readAtFirstCall, Signing } from './environment.ts';

const readConfig = readAtFirstCall(Signing);
const getSigningKey = atFirstCall(() => openSigningKey(readConfig().SIGNING_KEY_SECRET));

export const handler = operation(refreshToken, readConfig, {
  steps: async ({ refresh_token: text }, { table, now }) => {
    const { REFRESH_TOKEN_SECONDS, ACCESS_TOKEN_SECONDS } = readConfig();
    const presented = parseRefreshToken(text);
    const { userId, sessionId } = presented;
    const [key, user] = await Promise.all([getSigningKey()(now), findUser(table, userId)]);
    const rotation = await rotateSession(table, presented, { lifetime: REFRESH_TOKEN_SECONDS, now });
    if (rotation.outcome === 'stolen') await endSession(table, userId, sessionId, now);
    if (rotation.outcome !== 'rotated') {
      logger.warn('refresh-token.refused', { outcome: rotation.outcome, userId });
      throw unusableRefreshToken();
    }
    if (user === undefined || !isActive(rotation.session, user, now)) throw unusableRefreshToken();
    return issueTokenSet(rotation.session, user, rotation.refreshToken, { key, lifetime: ACCESS_TOKEN_SECONDS, now });
  },
});
