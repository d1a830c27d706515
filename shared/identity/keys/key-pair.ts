import type { KeyObject } from 'node:crypto';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import * as v from 'valibot';
import { newIdentifier } from '../../runtime/identifier.ts';
import { PublicJwk } from './public-jwk.ts';
import type { VerificationKey } from './verification-keys.ts';

/** The private half of a key pair, and the name that its tokens carry. */
export interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
}

/** Secrets Manager's names for the version of a secret that is being made, and for the one in use. */
export const pendingStage = 'AWSPENDING';
export const currentStage = 'AWSCURRENT';

type PublicHalf = Pick<VerificationKey, 'kid' | 'jwk'>;

const toPublicHalf = (kid: string, publicKey: KeyObject): PublicHalf => ({
  kid,
  jwk: v.parse(PublicJwk, publicKey.export({ format: 'jwk' })),
});

/** A new ES256 key pair: the secret that the signing functions read, and the public half to publish in the table. */
export const createKeyPair = (now: Date): { secret: string; verificationKey: PublicHalf } => {
  const kid = newIdentifier(now);
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    secret: JSON.stringify({ kid, privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) }),
    verificationKey: toPublicHalf(kid, publicKey),
  };
};

/** The public half of a key pair, to publish in the table. */
export const deriveVerificationKey = ({ kid, privateKey }: SigningKey): PublicHalf =>
  toPublicHalf(kid, createPublicKey(privateKey));
