import { createHash, createPublicKey } from 'node:crypto';
import { GetPublicKeyCommand, KMSClient, SignCommand } from '@aws-sdk/client-kms';
import { calculateJwkThumbprint } from 'jose';
import * as v from 'valibot';
import { patienceOfFunctions, watch } from '../../runtime/aws.ts';
import { toRawSignature } from './ecdsa-signature.ts';
import { PublicJwk } from './public-jwk.ts';

/** The key that signs the evidence of a stage: its id or ARN in KMS, and the name of the stage. */
export interface EvidenceKeyName {
  readonly id: string;
  readonly stage: string;
}

/** Signs evidence with a key that nobody can copy. */
export interface EvidenceSigner {
  /** SHA-256 thumbprint of the public key (RFC 7638). */
  readonly kid: string;
  readonly jwk: PublicJwk;
  readonly arn: string;
  readonly stage: string;
  /** Signs bytes with ES256. Returns r and s, 64 bytes. */
  readonly sign: (bytes: Uint8Array) => Promise<Uint8Array>;
}

const PublicKey = v.object({ KeyId: v.string(), PublicKey: v.instance(Uint8Array) });

const toJwk = (spki: Uint8Array): PublicJwk =>
  v.parse(
    PublicJwk,
    createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' }).export({ format: 'jwk' }),
  );

/** Whether a key is a point of the curve under its own thumbprint. Nobody can verify with any other. */
export const hasOwnName = async ({ kid, jwk }: Pick<EvidenceSigner, 'kid' | 'jwk'>): Promise<boolean> => {
  try {
    createPublicKey({ key: { ...jwk }, format: 'jwk' });
    return (await calculateJwkThumbprint(jwk)) === kid;
  } catch {
    return false;
  }
};

/**
 * Opens the P-256 key in KMS and reads its public half, which never changes.
 *
 * @throws Error of KMS. isTransient says whether a later call may succeed
 */
export const openEvidenceSigner = async ({ id, stage }: EvidenceKeyName): Promise<EvidenceSigner> => {
  const client = watch(new KMSClient(patienceOfFunctions));
  const opened = v.parse(PublicKey, await client.send(new GetPublicKeyCommand({ KeyId: id })));
  const jwk = toJwk(opened.PublicKey);
  const sign = async (bytes: Uint8Array): Promise<Uint8Array> => {
    const Message = createHash('sha256').update(bytes).digest();
    const { Signature } = await client.send(
      new SignCommand({ KeyId: id, Message, MessageType: 'DIGEST', SigningAlgorithm: 'ECDSA_SHA_256' }),
    );
    return toRawSignature(v.parse(v.instance(Uint8Array), Signature));
  };
  return { kid: await calculateJwkThumbprint(jwk), jwk, arn: opened.KeyId, stage, sign };
};
