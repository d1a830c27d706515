import type { KeyObject } from 'node:crypto';
import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  randomUUID,
} from 'node:crypto';
import { p256 } from '@noble/curves/nist.js';
import * as v from 'valibot';
import type { JsonService } from './aws.ts';
import { Refusal, unknownCall } from './aws.ts';

/** The P-256 key that signs evidence: its ARN, and its private half (PKCS #8, PEM). */
export const LocalKey = v.object({ arn: v.string(), privateKey: v.string() });
export type LocalKey = v.InferOutput<typeof LocalKey>;

/** Its alias, the same on every machine. */
export const evidenceKeyAlias = 'alias/consent-register-evidence-key';

const newArn = (): string => `arn:aws:kms:local:000000000000:key/${randomUUID()}`;

/** A new, unique key. */
export const createLocalKey = (): LocalKey => ({
  arn: newArn(),
  privateKey: generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString(),
});

/** The symmetric key that encrypts: its ARN, and its 256 bits in base64. */
export const LocalEncryptionKey = v.object({ arn: v.string(), secret: v.pipe(v.string(), v.base64()) });
export type LocalEncryptionKey = v.InferOutput<typeof LocalEncryptionKey>;

/** Its alias. */
export const encryptionKeyAlias = 'alias/consent-register-encryption-key';

/** A new, unique key. */
export const createEncryptionKey = (): LocalEncryptionKey => ({
  arn: newArn(),
  secret: randomBytes(32).toString('base64'),
});

/** KMS: signs with one key, whose public half it gives out, and encrypts with another. */
export const openKms = (evidenceKey: LocalKey, encryptionKey: LocalEncryptionKey): JsonService => {
  const keys = [
    { arn: evidenceKey.arn, alias: evidenceKeyAlias, calls: listSigningCalls(evidenceKey) },
    { arn: encryptionKey.arn, alias: encryptionKeyAlias, calls: listEncryptionCalls(encryptionKey) },
  ];
  return {
    target: 'TrentService',
    unreadable: 'ValidationException',
    answer: async (name, body) => {
      if (!keys.some(({ calls }) => Object.hasOwn(calls, name))) throw unknownCall;
      const request = v.parse(KeyRequest, body);
      // A ciphertext names its key, so Decrypt may leave the key out.
      const id = request.KeyId ?? (name === 'Decrypt' ? encryptionKey.arn : undefined);
      const key = keys.find(({ arn, alias }) => id === arn || id === alias);
      if (key === undefined) throw new Refusal('NotFoundException', 'There is no such key.');
      const call = key.calls[name];
      if (call === undefined) throw new Refusal('InvalidKeyUsageException', `The key is not for ${name}.`);
      return { KeyId: key.arn, ...call(request) };
    },
  };
};

type KeyCalls = Readonly<Record<string, (request: unknown) => object>>;

const signatureAlgorithm = 'ECDSA_SHA_256';
const digestBytes = 32;

const KeyRequest = v.pipe(v.string(), v.parseJson(), v.looseObject({ KeyId: v.optional(v.string()) }));

const Signing = v.object({
  Message: v.pipe(v.string(), v.base64()),
  MessageType: v.string(),
  SigningAlgorithm: v.string(),
});

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

const getPublicKey = (privateKey: KeyObject) => ({
  PublicKey: toBase64(createPublicKey(privateKey).export({ type: 'spki', format: 'der' })),
  KeySpec: 'ECC_NIST_P256',
  KeyUsage: 'SIGN_VERIFY',
  SigningAlgorithms: [signatureAlgorithm],
});

/** As in KMS, either of the two valid signatures may result. Node cannot sign digests. */
const sign = (privateKey: KeyObject, request: unknown) => {
  const { Message, MessageType, SigningAlgorithm } = v.parse(Signing, request);
  const digest = Buffer.from(Message, 'base64');
  if (MessageType !== 'DIGEST' || SigningAlgorithm !== signatureAlgorithm || digest.length !== digestBytes) {
    throw new Refusal('ValidationException', `Only digests are signed here, by ${signatureAlgorithm}.`);
  }
  const secret = Buffer.from(privateKey.export({ format: 'jwk' }).d ?? '', 'base64url');
  const signature = p256.sign(digest, secret, { prehash: false, lowS: false, format: 'der', extraEntropy: true });
  return { Signature: toBase64(signature), SigningAlgorithm };
};

const describeKey = (Arn: string) => ({ KeyMetadata: { KeyId: Arn, Arn, KeyState: 'Enabled' } });

/** The calls on the signing key. */
const listSigningCalls = ({ arn, privateKey }: LocalKey): KeyCalls => {
  const key = createPrivateKey(privateKey);
  return {
    DescribeKey: () => describeKey(arn),
    GetPublicKey: () => getPublicKey(key),
    Sign: (request) => sign(key, request),
  };
};

/** The calls on the encryption key. */
const listEncryptionCalls = (key: LocalEncryptionKey): KeyCalls => ({
  DescribeKey: () => describeKey(key.arn),
  Encrypt: (request) => encrypt(key, request),
  Decrypt: (request) => decrypt(key, request),
});

const encryptionAlgorithm = 'SYMMETRIC_DEFAULT';
const cipherName = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** The most bytes that KMS encrypts at once. */
const longestPlaintext = 4_096;

const Context = v.optional(v.record(v.string(), v.string()), {});
const Bytes = v.pipe(
  v.string(),
  v.base64(),
  v.transform((text): Buffer => Buffer.from(text, 'base64')),
);

const Encryption = v.object({
  Plaintext: v.pipe(
    Bytes,
    v.check(({ length }) => length > 0 && length <= longestPlaintext),
  ),
  EncryptionContext: Context,
});

const Decryption = v.object({ CiphertextBlob: Bytes, EncryptionContext: Context });

/** The authenticated data: the key's name and the context, in a fixed order. */
const toAssociatedData = (arn: string, context: Readonly<Record<string, string>>): Buffer =>
  Buffer.from(JSON.stringify([arn, ...Object.entries(context).sort(([one], [other]) => (one < other ? -1 : 1))]));

/** The key's name in front of the ciphertext, in this stand-in's own form. */
const toHeader = (arn: string): Buffer => Buffer.from(`${arn}\n`);

/** Encrypts as AWS KMS does: the ciphertext names its key, and opens only with the same context. */
const encrypt = ({ arn, secret }: LocalEncryptionKey, request: unknown) => {
  const { Plaintext, EncryptionContext } = v.parse(Encryption, request);
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(cipherName, Buffer.from(secret, 'base64'), iv, { authTagLength: tagBytes });
  cipher.setAAD(toAssociatedData(arn, EncryptionContext));
  const text = Buffer.concat([cipher.update(Plaintext), cipher.final()]);
  const CiphertextBlob = Buffer.concat([toHeader(arn), iv, cipher.getAuthTag(), text]).toString('base64');
  return { KeyId: arn, CiphertextBlob, EncryptionAlgorithm: encryptionAlgorithm };
};

const open = (
  { arn, secret }: LocalEncryptionKey,
  sealed: Buffer,
  context: Readonly<Record<string, string>>,
): Buffer => {
  const decipher = createDecipheriv(cipherName, Buffer.from(secret, 'base64'), sealed.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(toAssociatedData(arn, context));
  decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]);
};

/** @throws Refusal InvalidCiphertextException for another key, a damaged ciphertext, or another context */
const decrypt = (key: LocalEncryptionKey, request: unknown) => {
  const { CiphertextBlob, EncryptionContext } = v.parse(Decryption, request);
  const header = toHeader(key.arn);
  try {
    if (!CiphertextBlob.subarray(0, header.length).equals(header)) throw new Error('It names another key.');
    const Plaintext = open(key, CiphertextBlob.subarray(header.length), EncryptionContext).toString('base64');
    return { KeyId: key.arn, Plaintext, EncryptionAlgorithm: encryptionAlgorithm };
  } catch {
    throw new Refusal('InvalidCiphertextException', 'The ciphertext does not open with this key and this context.');
  }
};
