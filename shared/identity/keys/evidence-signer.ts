import { createHash, createPublicKey } from 'node:crypto';
import type { KMSClientConfig } from '@aws-sdk/client-kms';
import {
  DescribeKeyCommand,
  GetPublicKeyCommand,
  KMSClient,
  NotFoundException,
  SignCommand,
} from '@aws-sdk/client-kms';
import { calculateJwkThumbprint } from 'jose';
import * as v from 'valibot';
import { functionClientLimits, regionOf, watch } from '../../runtime/aws.ts';

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
  const client = watch(new KMSClient(functionClientLimits));
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

/** A key as KMS describes it; its state is such as `Enabled` or `PendingDeletion`. */
export interface FoundKey {
  readonly arn: string | undefined;
  readonly state: string | undefined;
}

/**
 * What KMS says about a key; undefined if it is gone.
 *
 * @param patience of the client, which a function and a command have differently
 */
export const findKey = async (id: string, patience: KMSClientConfig): Promise<FoundKey | undefined> => {
  const region = regionOf(id);
  try {
    const client = new KMSClient({ ...(region !== undefined && { region }), ...patience });
    const { KeyMetadata } = await client.send(new DescribeKeyCommand({ KeyId: id }));
    return { arn: KeyMetadata?.Arn, state: KeyMetadata?.KeyState };
  } catch (error) {
    if (error instanceof NotFoundException) return undefined;
    throw error;
  }
};

/** ECDSA on P-256 (RFC 7518, section 3.4): r and s, 32 bytes each. */
const numberBytes = 32;

const integerTag = 0x02;
const sequenceTag = 0x30;

const refuse = (): never => {
  throw new Error('The signature is not DER of ECDSA on P-256.');
};

/** The content and the end of the INTEGER at a position. It must be positive and as short as possible. */
const readInteger = (der: Uint8Array, at: number): { readonly content: Uint8Array; readonly end: number } => {
  const end = at + 2 + (der[at + 1] ?? 0);
  const content = der.subarray(at + 2, end);
  const [first = 0, second = 0] = content;
  const isMinimal = first > 0 || second >= 0x80;
  if (der[at] !== integerTag || end > der.length || first >= 0x80 || !isMinimal) refuse();
  return { content: first === 0 ? content.subarray(1) : content, end };
};

/**
 * Converts the DER signature from KMS, a SEQUENCE of two INTEGERs (RFC 3279, section 2.2.3), to the form of JWS, r
 * followed by s. It accepts only strict DER.
 *
 * @throws Error when it is not such a signature
 */
export const toRawSignature = (der: Uint8Array): Uint8Array => {
  if (der[0] !== sequenceTag || der[1] !== der.length - 2) refuse();
  const r = readInteger(der, 2);
  const s = readInteger(der, r.end);
  if (s.end !== der.length || Math.max(r.content.length, s.content.length) > numberBytes) refuse();
  const raw = new Uint8Array(2 * numberBytes);
  raw.set(r.content, numberBytes - r.content.length);
  raw.set(s.content, 2 * numberBytes - s.content.length);
  return raw;
};

/** The public half of an ES256 key pair as a JWK (RFC 7518, section 6.2). */
export const PublicJwk = v.object({ kty: v.literal('EC'), crv: v.literal('P-256'), x: v.string(), y: v.string() });
export type PublicJwk = v.InferOutput<typeof PublicJwk>;
