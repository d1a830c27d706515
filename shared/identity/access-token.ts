import type { KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import * as v from 'valibot';
import { lifetimes } from '../api/limits.ts';
import { Problem } from '../api/problem.ts';
import { epochSeconds } from '../runtime/time.ts';
import { attempt } from '../runtime/values.ts';
import { storedId } from '../schema/scalar.ts';
import type { SigningKey } from './keys/signing-key.ts';
import type { RefreshToken, Session } from './session.ts';
import type { TokenSet } from './token-answer.ts';
import type { User } from './user.ts';
import { scopeOf } from './user.ts';

const algorithm = 'ES256';
const tokenType = 'at+jwt';
const issuer = 'consent-register';
const audience = 'consent-register';

const Header = v.strictObject({
  alg: v.literal(algorithm),
  typ: v.literal(tokenType),
  kid: storedId,
});

const Claims = v.pipe(
  v.strictObject({
    sub: v.pipe(v.string(), v.regex(/^[1-9][0-9]{0,14}$/), v.transform(Number)),
    sid: storedId,
    acc: storedId,
    /** Only for display: rights do not depend on it, and tokens may lack it. */
    scope: v.optional(v.string()),
    iss: v.literal(issuer),
    aud: v.literal(audience),
    iat: v.pipe(v.number(), v.safeInteger()),
    exp: v.pipe(v.number(), v.safeInteger()),
  }),
  v.check(({ iat, exp }) => exp > iat && exp - iat <= lifetimes.accessTokenSecondsLongest),
  v.transform(({ sub, sid, acc, iat }) => ({ bearer: { userId: sub, sessionId: sid, accountId: acc }, issuedAt: iat })),
);

/** The user of a token and its session. */
export type Bearer = v.InferOutput<typeof Claims>['bearer'];

/** The lifetime of a token in seconds, and its display of the user's rights. */
interface Terms {
  readonly lifetime: number;
  readonly now: Date;
  readonly scope?: string;
}

/** Signs an access token, a JWT as in RFC 9068. */
export const signAccessToken = (
  { userId, sessionId, accountId }: Bearer,
  { kid, privateKey }: SigningKey,
  { lifetime, now, scope }: Terms,
): string => {
  const issuedAt = epochSeconds(now);
  const claims = {
    sub: String(userId),
    sid: sessionId,
    acc: accountId,
    ...(scope !== undefined && { scope }),
    iss: issuer,
    aud: audience,
    iat: issuedAt,
    exp: issuedAt + lifetime,
  };
  const header = { alg: algorithm, typ: tokenType, kid };
  return jwt.sign(claims, privateKey, { algorithm, header });
};

/** The 401 of a token that this service did not issue. */
export const invalidToken = (cause?: unknown): Problem => new Problem('token.invalid', { cause });

/**
 * A token with what it says, which anyone may have written. Use it only to find the key, before `verifyAccessToken`. A
 * token can be spelled in more than one way (two signatures fit, base64url may have spare bits), so only `bearer` names
 * who calls, and never the text.
 */
export interface UnverifiedToken {
  readonly token: string;
  readonly kid: string;
  readonly bearer: Bearer;
  readonly issuedAt: number;
}

/** @throws Problem token.invalid when the token does not have the form of this service's tokens */
export const readUnverified = (token: string): UnverifiedToken => {
  const decoded = attempt(() => jwt.decode(token, { complete: true }));
  const parsedHeader = v.safeParse(Header, decoded?.header);
  const claims = v.safeParse(Claims, decoded?.payload);
  if (!parsedHeader.success || !claims.success) throw invalidToken();
  return { token, kid: parsedHeader.output.kid, ...claims.output };
};

/** @param read from `readUnverified` @throws Problem token.invalid, token.expired */
export const verifyAccessToken = (read: UnverifiedToken, publicKey: KeyObject, now: Date): Bearer => {
  const { token, bearer, issuedAt } = read;
  const clockTimestamp = epochSeconds(now);
  try {
    jwt.verify(token, publicKey, { algorithms: [algorithm], issuer, audience, clockTimestamp });
  } catch (error) {
    if (error instanceof jwt.TokenExpiredError) throw new Problem('token.expired');
    throw invalidToken(error);
  }
  if (issuedAt > clockTimestamp + lifetimes.clockSkewSeconds) throw invalidToken();
  return bearer;
};

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
