import type { KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import * as v from 'valibot';
import { identifierPattern } from '../identifier.ts';
import { lifetimes } from '../lifetimes.ts';
import { Problem } from '../problem.ts';
import { epochSeconds } from '../time.ts';
import { isLowS, toLowS } from './keys/ecdsa-signature.ts';
import type { SigningKey } from './keys/key-pair.ts';

const algorithm = 'ES256';
const tokenType = 'at+jwt';
const issuer = 'consent-register';
const audience = 'consent-register';

const identifier = v.pipe(v.string(), v.regex(identifierPattern));

const Header = v.strictObject({
  alg: v.literal(algorithm),
  typ: v.literal(tokenType),
  kid: identifier,
});

const Claims = v.pipe(
  v.strictObject({
    sub: v.pipe(v.string(), v.regex(/^[1-9][0-9]{0,14}$/), v.transform(Number)),
    sid: identifier,
    acc: identifier,
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
  return toCanonicalJwt(jwt.sign(claims, privateKey, { algorithm, header }));
};

/** The 401 of a token that this service did not issue. */
export const invalidToken = (cause?: unknown): Problem => new Problem('token.invalid', { cause });

const readJwt = (token: string) => {
  try {
    return readCanonicalJwt(token);
  } catch (error) {
    throw invalidToken(error);
  }
};

/** A token with what it says, which anyone may have written. Use it only to find the key, before `verifyAccessToken`. */
export interface UnverifiedToken {
  readonly token: string;
  readonly kid: string;
  readonly bearer: Bearer;
  readonly issuedAt: number;
}

/** @throws Problem token.invalid when the token does not have the form of this service's tokens */
export const readUnverified = (token: string): UnverifiedToken => {
  const { header, payload } = readJwt(token);
  const parsedHeader = v.safeParse(Header, header);
  const claims = v.safeParse(Claims, payload);
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

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Buffer skips characters outside the alphabet and drops unused bits. So the decoded bytes are encoded again and
 * compared.
 */
const decode = (part: string): Buffer => {
  const bytes = Buffer.from(part, 'base64url');
  if (bytes.toString('base64url') !== part) throw new Error('The part is not canonical base64url.');
  return bytes;
};

/**
 * JSON.parse keeps the last of two members with one name, while other readers keep the first. It also loses spaces and
 * escapes.
 */
const parse = (part: string): unknown => {
  const text = decoder.decode(decode(part));
  const value: unknown = JSON.parse(text);
  if (JSON.stringify(value) !== text) throw new Error('The part is not JSON as JSON.stringify writes it.');
  return value;
};

/**
 * Header and payload of a canonical JWT: base64url, UTF-8 and JSON in their only form, and the one of its two valid
 * ES256 signatures with the smaller s.
 *
 * @throws Error when it is not canonical
 */
const readCanonicalJwt = (token: string): { readonly header: unknown; readonly payload: unknown } => {
  const [header = '', payload = '', signature = '', ...more] = token.split('.');
  if (more.length > 0 || !isLowS(decode(signature))) throw new Error('The signature is not of ES256, or s is high.');
  return { header: parse(header), payload: parse(payload) };
};

/** The same JWT with the signature that has the smaller s. */
const toCanonicalJwt = (token: string): string => {
  const start = token.lastIndexOf('.') + 1;
  const signature = toLowS(Buffer.from(token.slice(start), 'base64url'));
  return token.slice(0, start) + Buffer.from(signature).toString('base64url');
};
