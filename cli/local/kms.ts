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
import type { StandIn } from './aws-json.ts';
import { Refusal, serveAwsJson } from './aws-json.ts';

/** A P-256 signing key: its ARN, and its private half (PKCS #8, PEM). */
export interface LocalKey {
  readonly arn: string;
  readonly privateKey: string;
}

/** A new, unique key. */
export const createLocalKey = (): LocalKey => ({
  arn: `arn:aws:kms:local:000000000000:key/${randomUUID()}`,
  privateKey: generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString(),
});

/** Alias of the signing key, the same on every machine. */
export const evidenceKeyAlias = 'alias/consent-register-evidence-key';

/** Alias of the encryption key. */
export const encryptionKeyAlias = 'alias/consent-register-encryption-key';

const algorithm = 'ECDSA_SHA_256';
const digestBytes = 32;

const Request = v.pipe(v.string(), v.parseJson(), v.looseObject({ KeyId: v.optional(v.string()) }));

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
  SigningAlgorithms: [algorithm],
});

/** As in KMS, either of the two valid signatures may result. Node cannot sign digests. */
const sign = (privateKey: KeyObject, request: unknown) => {
  const { Message, MessageType, SigningAlgorithm } = v.parse(Signing, request);
  const digest = Buffer.from(Message, 'base64');
  if (MessageType !== 'DIGEST' || SigningAlgorithm !== algorithm || digest.length !== digestBytes) {
    throw new Refusal('ValidationException', `Only digests are signed here, by ${algorithm}.`);
  }
  const secret = Buffer.from(privateKey.export({ format: 'jwk' }).d ?? '', 'base64url');
  const signature = p256.sign(digest, secret, { prehash: false, lowS: false, format: 'der', extraEntropy: true });
  return { Signature: toBase64(signature), SigningAlgorithm };
};

type Call = (request: unknown) => object;

const describeKey = (Arn: string) => ({ KeyMetadata: { KeyId: Arn, Arn, KeyState: 'Enabled' } });

/** The calls on the signing key. */
const listSigningCalls = ({ arn, privateKey }: LocalKey): Readonly<Record<string, Call>> => {
  const key = createPrivateKey(privateKey);
  return {
    DescribeKey: () => describeKey(arn),
    GetPublicKey: () => getPublicKey(key),
    Sign: (request) => sign(key, request),
  };
};

/** The calls on the encryption key. */
const listEncryptionCalls = (key: LocalEncryptionKey): Readonly<Record<string, Call>> => ({
  DescribeKey: () => describeKey(key.arn),
  Encrypt: (request) => encrypt(key, request),
  Decrypt: (request) => decrypt(key, request),
});

const names: ReadonlySet<string> = new Set(['DescribeKey', 'GetPublicKey', 'Sign', 'Encrypt', 'Decrypt']);

/** What a KMS stand-in has in addition to the signing key. */
interface Settings {
  /** A unique key if absent. */
  readonly encryptionKey?: LocalEncryptionKey;
  /** Listens on all interfaces, so that containers reach it. If absent: any free port of the loopback interface. */
  readonly port?: number | undefined;
}

/** A stand-in for AWS KMS: signs with one key, whose public half it gives out, and encrypts with another. */
export const startKms = (
  evidenceKey: LocalKey,
  { encryptionKey = createEncryptionKey(), port }: Settings = {},
): Promise<StandIn> => {
  const [signing, encryption] = [listSigningCalls(evidenceKey), listEncryptionCalls(encryptionKey)];
  const keys: ReadonlyMap<string | undefined, readonly [arn: string, Readonly<Record<string, Call>>]> = new Map([
    [evidenceKey.arn, [evidenceKey.arn, signing]],
    [evidenceKeyAlias, [evidenceKey.arn, signing]],
    [encryptionKey.arn, [encryptionKey.arn, encryption]],
    [encryptionKeyAlias, [encryptionKey.arn, encryption]],
  ]);
  const answer = async (name: string, body: string): Promise<object> => {
    if (!names.has(name)) throw new Refusal('UnknownOperationException', 'There is no such call here.');
    const request = v.parse(Request, body);
    // A ciphertext names its key, so Decrypt may leave the key out.
    const [arn, calls] = keys.get(request.KeyId ?? (name === 'Decrypt' ? encryptionKey.arn : undefined)) ?? [];
    if (calls === undefined) throw new Refusal('NotFoundException', 'There is no such key.');
    const call = calls[name];
    if (call === undefined) throw new Refusal('InvalidKeyUsageException', `The key is not for ${name}.`);
    return { KeyId: arn, ...call(request) };
  };
  return serveAwsJson(answer, { unreadable: 'ValidationException', asked: { variable: 'KMS_PORT', port } });
};

/** A symmetric key: its ARN, and its 256 bits in base64. */
export interface LocalEncryptionKey {
  readonly arn: string;
  readonly secret: string;
}

/** A new, unique key. */
export const createEncryptionKey = (): LocalEncryptionKey => ({
  arn: `arn:aws:kms:local:000000000000:key/${randomUUID()}`,
  secret: randomBytes(32).toString('base64'),
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
