import { signAccessToken } from './access-token.ts';
import type { SigningKey } from './keys/key-pair.ts';
import type { RefreshToken, Session } from './session.ts';
import type { TokenSet } from './token-answer.ts';
import type { User } from './user.ts';
import { scopeOf } from './user.ts';

/**
 * The tokens of a session, as login and refresh return them.
 *
 * @param lifetime of the access token in seconds
 */
export const issueTokenSet = (
  session: Session,
  { role }: Pick<User, 'role'>,
  refreshToken: RefreshToken,
  { key, lifetime, now }: { readonly key: SigningKey; readonly lifetime: number; readonly now: Date },
): TokenSet => {
  const bearer = { userId: session.userId, sessionId: session.id, accountId: session.accountId };
  return {
    token_type: 'Bearer',
    expires_in: lifetime,
    access_token: signAccessToken(bearer, key, { lifetime, now, scope: scopeOf(role) }),
    refresh_token: refreshToken.text,
  };
};
