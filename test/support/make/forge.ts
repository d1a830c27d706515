import type { KeyObject } from 'node:crypto';
import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { createKeyPair } from '../../../shared/identity/keys/signing-key.ts';
import type { VerificationKey } from '../../../shared/identity/keys/verification-keys.ts';

/** Changes to the members that a genuine part has, or a whole part as it is. A member that is undefined is left out. */
type Part = Readonly<Record<string, unknown>> | string | Uint8Array;

/** What a forged token differs in from a genuine one. */
export interface Forgery {
  readonly header?: Part;
  readonly claims?: Part;
  /** From the signing input to the third part. */
  readonly signature?: (input: string) => string;
}

/** A key pair whose public half can be published. */
export interface ForgeKey extends Pick<VerificationKey, 'kid' | 'jwk'> {
  readonly privateKey: KeyObject;
}

export const newForgeKey = (): ForgeKey => {
  const { secret, verificationKey } = createKeyPair(new Date());
  return { ...verificationKey, privateKey: createPrivateKey(JSON.parse(secret).privateKey) };
};

export const publicKeyOf = ({ jwk }: Pick<VerificationKey, 'jwk'>): KeyObject =>
  createPublicKey({ key: jwk, format: 'jwk' });

/** ES256 as RFC 7518 writes it, unless `digest` differs. */
export const signBytes = (input: string, privateKey: KeyObject, digest = 'sha256'): Buffer =>
  sign(digest, Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' });

export const encode = (part: string | Uint8Array): string => Buffer.from(part).toString('base64url');

const toText = (genuine: object, part: Part): string | Uint8Array =>
  typeof part === 'string' || part instanceof Uint8Array ? part : JSON.stringify({ ...genuine, ...part });

/** The text of a header that belongs to a key, with changes. */
export const headerText = ({ kid }: Pick<ForgeKey, 'kid'>, changes: object = {}): string =>
  JSON.stringify({ alg: 'ES256', typ: 'at+jwt', kid, ...changes });

/** The third part of a token whose first two are given. */
export const seal =
  ({ privateKey }: Pick<ForgeKey, 'privateKey'>) =>
  (input: string): string =>
    signBytes(input, privateKey).toString('base64url');

/** A token that is genuine but for the forgery. */
export const forge = (key: ForgeKey, genuineClaims: object, forgery: Forgery = {}): string => {
  const header = toText(JSON.parse(headerText(key)), forgery.header ?? {});
  const claims = toText(genuineClaims, forgery.claims ?? {});
  const input = `${encode(header)}.${encode(claims)}`;
  return `${input}.${(forgery.signature ?? seal(key))(input)}`;
};
