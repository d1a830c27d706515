import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { calculateJwkThumbprint } from 'jose';
import * as v from 'valibot';
import type { EvidenceSigner } from '../../../shared/identity/keys/evidence-signer.ts';
import { PublicJwk } from '../../../shared/identity/keys/evidence-signer.ts';

/** A signer with a new key of its own, which needs no KMS. */
export const newLocalSigner = async (stage = 'test'): Promise<EvidenceSigner> => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = v.parse(PublicJwk, createPublicKey(privateKey).export({ format: 'jwk' }));
  const kid = await calculateJwkThumbprint(jwk);
  return {
    kid,
    jwk,
    stage,
    arn: `arn:aws:kms:eu-west-1:123456789012:key/${kid}`,
    sign: async (bytes) => sign('sha256', bytes, { key: privateKey, dsaEncoding: 'ieee-p1363' }),
  };
};
