import { generateKeyPairSync } from 'node:crypto';
import * as v from 'valibot';
import { newIdentifier } from './identifier.ts';
import type { VerificationKey } from './store/verification-key.ts';
import { PublicJwk } from './store/verification-key.ts';

/** A new ES256 key pair: the secret that the signing functions read, and the public half to publish in the table. */
export const createKeyPair = (now: Date): { secret: string; verificationKey: Pick<VerificationKey, 'kid' | 'jwk'> } => {
  const kid = newIdentifier(now);
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    secret: JSON.stringify({ kid, privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) }),
    verificationKey: { kid, jwk: v.parse(PublicJwk, publicKey.export({ format: 'jwk' })) },
  };
};
