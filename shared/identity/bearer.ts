import { limits } from '../api/limits.ts';
import { Problem } from '../api/problem.ts';
import { looksLikeKey } from '../schema/key-mask.ts';
import { keyOf } from '../store/keys.ts';
import type { ItemsOf } from '../store/read.ts';
import type { Item } from '../store/table.ts';
import type { UnverifiedToken } from './access-token.ts';
import { invalidToken, readUnverified, verifyAccessToken } from './access-token.ts';
import type { Account } from './account.ts';
import { parseAccount } from './account.ts';
import { cacheVerificationKeys, findVerificationKey, parseVerificationKeys } from './keys/verification-keys.ts';
import type { MachineKey } from './machine-key.ts';
import { readMachineKey } from './machine-key.ts';
import { isInForce, isSameKey, parseKey, roleOf, wasSeenGood } from './machine-keys.ts';
import { isActive, parseSession } from './session.ts';
import type { Role, User } from './user.ts';
import { mayRead, mayWrite, parseUser } from './user.ts';

/** Access with a login only; for any user, also with a key; or only for one whose account has the consent register enabled. */
export type UserAccess = 'session' | 'user' | 'consent-register';

/** The requirements of an operation on its caller. */
interface Demand {
  readonly access: UserAccess;
  readonly writes?: true;
  readonly forSenders?: true;
}

/** By what a user calls: the session of a token, or a key for machines. */
export type Means = { readonly sessionId: string } | { readonly keyId: string };

/** The caller: the user of the token or key, the user's account, by what they call, and in which role. */
export interface Identity {
  readonly user: User;
  readonly account: Account;
  /** That of the user, or the narrower one of the key. */
  readonly role: Role;
  readonly means: Means;
}

const bearerPattern = /^Bearer (\S+)$/i;

const tokenPattern = /^[\w-]+\.[\w-]+\.[\w-]+$/;

const noToken = /^(?:Bearer)?\s*$/i;

const damagedKey = (): Problem =>
  new Problem('token.invalid', {
    detail:
      'The Authorization header must be Bearer, a space and one key: crk_ and 80 letters and digits as they were shown, without quotes. Copy the whole key.',
  });

/** @throws Problem token.missing, token.invalid */
const readCredential = (authorization = ''): MachineKey | UnverifiedToken => {
  if (noToken.test(authorization)) throw new Problem('token.missing');
  const text =
    authorization.length <= limits.accessTokenCharacters ? bearerPattern.exec(authorization)?.[1] : undefined;
  if (looksLikeKey(text ?? authorization.replace(/^Bearer /i, ''))) {
    const key = text === undefined ? undefined : readMachineKey(text);
    if (key === undefined) throw damagedKey();
    return key;
  }
  if (text === undefined || !tokenPattern.test(text)) {
    throw new Problem('token.invalid', {
      detail: 'The Authorization header must be Bearer, a space and one access token from /login, or one key.',
    });
  }
  return readUnverified(text);
};

const ended = (): Problem => new Problem('session.ended');

/** The token of a request. @property isVerified false if this container has yet to read the key that signed it */
export interface PresentedToken extends UnverifiedToken {
  readonly isVerified: boolean;
}

/** The key for machines of a request. @property isVerified false if this container has not seen it good lately */
export interface PresentedKey {
  readonly key: MachineKey;
  readonly bearer: Pick<MachineKey, 'accountId' | 'userId'>;
  readonly isVerified: boolean;
}

export type Presented = PresentedToken | PresentedKey;

/**
 * The access token of a request, verified if this container knows the key that signed it, or its key for machines.
 *
 * @throws Problem token.missing, token.invalid, token.expired
 */
export const readBearer = (authorization: string | undefined, now: Date): Presented => {
  const read = readCredential(authorization);
  if (!('token' in read)) return { key: read, bearer: read, isVerified: wasSeenGood(read, now) };
  const knownKey = findVerificationKey(read.kid, now);
  if (knownKey !== undefined) verifyAccessToken(read, knownKey, now);
  return { ...read, isVerified: knownKey !== undefined };
};

/** A token. A key is refused by its form alone. @throws Problem key.not-allowed */
export const mustBeToken = (presented: Presented): PresentedToken => {
  if ('key' in presented) throw new Problem('key.not-allowed');
  return presented;
};

/** The keys of the items that `verify` and `identify` need, read with strong consistency. */
export const identityKeys = (presented: Presented) => {
  const { userId, accountId } = presented.bearer;
  const [key, session] =
    'key' in presented
      ? [keyOf.machineKey(userId, presented.key.keyId), undefined]
      : [undefined, keyOf.session(userId, presented.bearer.sessionId)];
  const published = session === undefined || presented.isVerified ? undefined : keyOf.verificationKeys();
  return { user: keyOf.user(userId), key, session, account: keyOf.account(accountId), published };
};

type IdentityItems = ItemsOf<ReturnType<typeof identityKeys>>;

/**
 * Whether what was presented is good: a token by the published keys, which the container then knows, unless it was verified
 * before; a key for machines by its hash, each time.
 *
 * @param items those of `identityKeys`
 * @throws Problem token.invalid, token.expired
 */
export const verify = (presented: Presented, items: IdentityItems, now: Date): void => {
  if ('key' in presented) {
    const stored = items.key && parseKey(items.key);
    if (stored === undefined || !isSameKey(stored, presented.key)) throw new Problem('token.invalid');
  } else if (!presented.isVerified) verifyWithPublished(presented, items.published, now);
};

/**
 * Verifies a token with the published keys, which the container then knows.
 *
 * @param published the item of `keyOf.verificationKeys()`
 * @throws Problem token.invalid, token.expired
 */
export const verifyWithPublished = (presented: PresentedToken, published: Item | undefined, now: Date): void => {
  cacheVerificationKeys(published === undefined ? [] : parseVerificationKeys(published), now);
  const learnedKey = findVerificationKey(presented.kid, now);
  if (learnedKey === undefined) throw invalidToken();
  verifyAccessToken(presented, learnedKey, now);
};

/** @throws Problem account.consent-register-disabled, user.sender-only, user.read-only */
const checkRights = (role: Role, account: Account, { access, writes, forSenders }: Demand): void => {
  if (access === 'consent-register' && !account.consentRegisterEnabled) {
    throw new Problem('account.consent-register-disabled');
  }
  if (!mayRead(role)) {
    if (!forSenders) throw new Problem('user.sender-only');
  } else if (writes && !mayWrite(role)) throw new Problem('user.read-only');
};

/** The caller whose session is alive. @throws Problem session.ended */
const identifyBySession = ({ user, session, account }: IdentityItems, now: Date) => {
  if (!user || !session || !account) throw ended();
  const found = { user: parseUser(user), account: parseAccount(account), session: parseSession(session) };
  if (!isActive(found.session, found.user, now) || found.user.accountId !== found.account.id) throw ended();
  return { ...found, role: found.user.role, means: { sessionId: found.session.id } };
};

/** The caller whose key is in force, with the id that the key itself says. @throws Problem key.ended */
const identifyByKey = ({ keyId }: MachineKey, { user, key, account }: IdentityItems, now: Date) => {
  if (!user || !key || !account) throw new Problem('key.ended');
  const found = { user: parseUser(user), account: parseAccount(account), key: parseKey(key) };
  const isOwned = found.user.accountId === found.account.id && found.user.enabled;
  if (!isOwned || !isInForce(found.key, now)) throw new Problem('key.ended');
  return { ...found, role: roleOf(found.key, found.user), means: { keyId } };
};

/**
 * The caller of what `verify` accepted, as of now. The rights come from the items of the user and the key, never from the token.
 *
 * @param items those of `identityKeys`
 * @throws Problem session.ended, key.ended, account.consent-register-disabled, user.sender-only, user.read-only
 */
export const identify = (presented: Presented, items: IdentityItems, demand: Demand, now: Date): Identity => {
  const { user, account, role, means } =
    'key' in presented ? identifyByKey(presented.key, items, now) : identifyBySession(items, now);
  checkRights(role, account, demand);
  return { user, account, role, means };
};
