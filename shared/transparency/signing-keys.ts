import type { KeyObject } from 'node:crypto';
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import * as v from 'valibot';
import { patienceOfFunctions, watchCall, watching } from '../aws-call.ts';
import type { Table } from '../store/client.ts';
import { getItem } from '../store/get.ts';
import { logKeyOf } from '../store/log-keys.ts';
import { isNew, write } from '../store/write.ts';

/** What a key of the log table signs: checkpoints, or events. */
export type Purpose = 'checkpoints' | 'events';

/** A key of Ed25519 that is open in this process. */
export interface OpenKey {
  /** 32 bytes (RFC 8032). */
  readonly publicKey: Uint8Array;
  readonly sign: (bytes: Uint8Array) => Uint8Array;
  readonly privateKey: KeyObject;
}

/** The key in KMS that wraps them, and the stage. */
export interface Wrapping {
  readonly encryptionKey: string;
  readonly stage: string;
}

const Stored = v.object({ wrapped: v.instance(Uint8Array), publicKey: v.instance(Uint8Array) });

const Ciphertext = v.object({ CiphertextBlob: v.instance(Uint8Array) });
const Plaintext = v.object({ Plaintext: v.instance(Uint8Array) });

const openClient = (): KMSClient => {
  const client = new KMSClient(patienceOfFunctions);
  client.middlewareStack.add(watchCall, watching);
  return client;
};

const toRaw = (key: KeyObject): Uint8Array =>
  Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x ?? '', 'base64url');

/** Makes a key, unless another process has made it by then. */
const createKey = async (
  log: Table,
  purpose: Purpose,
  { encryptionKey: KeyId, stage }: Wrapping,
  client: KMSClient,
) => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const Plaintext = privateKey.export({ type: 'pkcs8', format: 'der' });
  const answer = await client.send(new EncryptCommand({ KeyId, Plaintext, EncryptionContext: { purpose, stage } }));
  const { CiphertextBlob: wrapped } = v.parse(Ciphertext, answer);
  const put = { ...logKeyOf.signingKey(purpose), wrapped, publicKey: toRaw(privateKey), stage };
  const written = await write(log, { put, ...isNew });
  return v.parse(Stored, written.done ? written.item : written.existing);
};

/**
 * Opens the key of a purpose, which is made when it is first needed. The log table has it wrapped by KMS: rights on tables alone do not
 * sign (docs/decisions/0041-log.md).
 *
 * @throws Error of KMS; isTransient says whether a later call may succeed
 */
export const openSigningKey = async (log: Table, purpose: Purpose, wrapping: Wrapping): Promise<OpenKey> => {
  const client = openClient();
  const item = await getItem(log, logKeyOf.signingKey(purpose));
  const { wrapped } = item === undefined ? await createKey(log, purpose, wrapping, client) : v.parse(Stored, item);
  const { encryptionKey: KeyId, stage } = wrapping;
  const opened = await client.send(
    new DecryptCommand({ KeyId, CiphertextBlob: wrapped, EncryptionContext: { purpose, stage } }),
  );
  const der = Buffer.from(v.parse(Plaintext, opened).Plaintext);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  return { publicKey: toRaw(privateKey), privateKey, sign: (bytes) => sign(null, bytes, privateKey) };
};

/** The public half of a key, as it is listed: 32 bytes; undefined where there is none yet. */
export const readPublicKey = async (log: Table, purpose: Purpose): Promise<Uint8Array | undefined> => {
  const item = await getItem(log, logKeyOf.signingKey(purpose));
  return item && v.parse(Stored, item).publicKey;
};
