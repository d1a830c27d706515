import { limits } from '../api/limits.ts';
import { Problem } from '../api/problem.ts';
import { keyOf } from '../store/keys.ts';
import type { ItemsOf } from '../store/read.ts';
import type { Item } from '../store/table.ts';
import type { Bearer, UnverifiedToken } from './access-token.ts';
import { invalidToken, readUnverified, verifyAccessToken } from './access-token.ts';
import type { Account } from './account.ts';
import { parseAccount } from './account.ts';
import { cacheVerificationKeys, findVerificationKey, parseVerificationKeys } from './keys/verification-keys.ts';
import { isActive, parseSession } from './session.ts';
import type { User } from './user.ts';
import { mayRead, mayWrite, parseUser } from './user.ts';

/** Access for a signed-in user, or only for a user whose account has the consent register enabled. */
export type UserAccess = 'user' | 'consent-register';

/** The requirements of an operation on its caller. */
interface Demand {
  readonly access: UserAccess;
  readonly writes?: true;
  readonly forSenders?: true;
}

/** The caller: the user of the token, the user's account, and the session of the token. */
export interface Identity {
  readonly user: User;
  readonly account: Account;
  readonly sessionId: string;
}

const bearerPattern = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i;

const noToken = /^(?:Bearer)?\s*$/i;

const readToken = (authorization = ''): string => {
  if (noToken.test(authorization)) {
    throw new Problem('token.missing');
  }
  const token =
    authorization.length <= limits.accessTokenCharacters ? bearerPattern.exec(authorization)?.[1] : undefined;
  if (token === undefined) {
    throw new Problem('token.invalid', {
      detail: 'The Authorization header must be Bearer, a space and one access token from /login.',
    });
  }
  return token;
};

const ended = (): Problem => new Problem('session.ended');

/** The token of a request. @property isVerified false if this container has yet to read the key that signed it */
export interface Presented extends UnverifiedToken {
  readonly isVerified: boolean;
}

/**
 * The access token of a request, verified if this container knows the key.
 *
 * @throws Problem token.missing, token.invalid, token.expired
 */
export const readBearer = (authorization: string | undefined, now: Date): Presented => {
  const read = readUnverified(readToken(authorization));
  const knownKey = findVerificationKey(read.kid, now);
  if (knownKey !== undefined) verifyAccessToken(read, knownKey, now);
  return { ...read, isVerified: knownKey !== undefined };
};

/** The keys of the items that `identify` needs, read with strong consistency. */
export const identityKeys = ({ userId, sessionId, accountId }: Bearer) => ({
  user: keyOf.user(userId),
  session: keyOf.session(userId, sessionId),
  account: keyOf.account(accountId),
});

/**
 * Verifies a token with the published keys, which the container then knows.
 *
 * @param published the item of `keyOf.verificationKeys()`
 * @throws Problem token.invalid, token.expired
 */
export const verifyWithPublished = (presented: Presented, published: Item | undefined, now: Date): void => {
  cacheVerificationKeys(published === undefined ? [] : parseVerificationKeys(published), now);
  const learnedKey = findVerificationKey(presented.kid, now);
  if (learnedKey === undefined) throw invalidToken();
  verifyAccessToken(presented, learnedKey, now);
};

/** @throws Problem account.consent-register-disabled, user.sender-only, user.read-only */
const checkRights = (user: User, account: Account, { access, writes, forSenders }: Demand): void => {
  if (access === 'consent-register' && !account.consentRegisterEnabled) {
    throw new Problem('account.consent-register-disabled');
  }
  if (!forSenders && !mayRead(user.role)) throw new Problem('user.sender-only');
  if (writes && !mayWrite(user.role)) throw new Problem('user.read-only');
};

/**
 * The caller of a verified token as of now. The rights come from the user's item, never from the token.
 *
 * @param items those of `identityKeys`
 * @throws Problem session.ended, account.consent-register-disabled, user.sender-only, user.read-only
 */
export const identify = (items: ItemsOf<ReturnType<typeof identityKeys>>, demand: Demand, now: Date): Identity => {
  if (!items.user || !items.session || !items.account) throw ended();
  const user = parseUser(items.user);
  const account = parseAccount(items.account);
  const session = parseSession(items.session);
  if (!isActive(session, user, now) || user.accountId !== account.id) throw ended();
  checkRights(user, account, demand);
  return { user, account, sessionId: session.id };
};
