import { invalidToken, readUnverified, verifyAccessToken } from '../access-token.ts';
import type { Access } from '../contract.ts';
import { limits } from '../limits.ts';
import { Problem } from '../problem.ts';
import type { Account } from '../store/account.ts';
import { accountKey, parseAccount } from '../store/account.ts';
import { batchGet } from '../store/batch-get.ts';
import type { Item, Table } from '../store/client.ts';
import { isAlive, parseSession, sessionKey } from '../store/session.ts';
import type { User } from '../store/user.ts';
import { parseUser, userKey } from '../store/user.ts';
import { parseVerificationKeys, verificationKeysKey } from '../store/verification-key.ts';
import { findVerificationKey, learnVerificationKeys } from '../verification-keys.ts';

/** Who calls: the user of the token, the user's account, and the session the token belongs to. */
export interface Identity {
  readonly user: User;
  readonly account: Account;
  readonly sessionId: string;
}

const bearerPattern = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i;

const noToken = /^(?:Bearer)?\s*$/i;

const readToken = (authorization = ''): string => {
  if (noToken.test(authorization)) {
    throw new Problem('token.missing', 'Send the header Authorization: Bearer and the access token that /login gives.');
  }
  const token =
    authorization.length <= limits.accessTokenCharacters ? bearerPattern.exec(authorization)?.[1] : undefined;
  if (token === undefined) {
    throw new Problem(
      'token.invalid',
      'The Authorization header must be Bearer, a space and one access token, as /login gives it.',
    );
  }
  return token;
};

const ended = (): Problem => new Problem('session.ended', 'The session of this access token has ended; log in again.');

interface Presented {
  readonly user: Item | undefined;
  readonly session: Item | undefined;
  readonly account: Item | undefined;
}

/** Verifies before the one read where this container knows the key, otherwise after it. */
const verifyAndRead = async (table: Table, token: string, now: Date): Promise<Presented> => {
  const { kid, bearer } = readUnverified(token);
  const keys = [userKey(bearer.userId), sessionKey(bearer.userId, bearer.sessionId), accountKey(bearer.accountId)];
  const knownKey = findVerificationKey(kid, now);
  if (knownKey !== undefined) {
    verifyAccessToken(token, knownKey, now);
    const [user, session, account] = await batchGet(table, keys, { consistent: true });
    return { user, session, account };
  }
  const [user, session, account, published] = await batchGet(table, [...keys, verificationKeysKey], {
    consistent: true,
  });
  learnVerificationKeys(published === undefined ? [] : parseVerificationKeys(published), now);
  const learnedKey = findVerificationKey(kid, now);
  if (learnedKey === undefined) throw invalidToken();
  verifyAccessToken(token, learnedKey, now);
  return { user, session, account };
};

/**
 * Verifies the token and reads its user, session and account in one strongly consistent round trip, together with the
 * public keys where this container does not know the token's.
 *
 * @throws Problem token.missing, token.invalid, token.expired, session.ended, account.consent-register-disabled
 */
export const authenticate = async (
  table: Table,
  authorization: string | undefined,
  access: Exclude<Access, 'anyone'>,
  now: Date,
): Promise<Identity> => {
  const presented = await verifyAndRead(table, readToken(authorization), now);
  if (!presented.user || !presented.session || !presented.account) throw ended();
  const user = parseUser(presented.user);
  const account = parseAccount(presented.account);
  const session = parseSession(presented.session);
  if (!isAlive(session, user, now) || user.accountId !== account.id) throw ended();
  if (access === 'consent-register' && !account.consentRegisterEnabled) {
    throw new Problem(
      'account.consent-register-disabled',
      'An operator must enable the consent register for this account first.',
    );
  }
  return { user, account, sessionId: session.id };
};
