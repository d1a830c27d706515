import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { Refusal } from './aws-json.ts';

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

const algorithm = 'SYMMETRIC_DEFAULT';
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
export const encrypt = ({ arn, secret }: LocalEncryptionKey, request: unknown) => {
  const { Plaintext, EncryptionContext } = v.parse(Encryption, request);
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(cipherName, Buffer.from(secret, 'base64'), iv, { authTagLength: tagBytes });
  cipher.setAAD(toAssociatedData(arn, EncryptionContext));
  const text = Buffer.concat([cipher.update(Plaintext), cipher.final()]);
  const CiphertextBlob = Buffer.concat([toHeader(arn), iv, cipher.getAuthTag(), text]).toString('base64');
  return { KeyId: arn, CiphertextBlob, EncryptionAlgorithm: algorithm };
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
export const decrypt = (key: LocalEncryptionKey, request: unknown) => {
  const { CiphertextBlob, EncryptionContext } = v.parse(Decryption, request);
  const header = toHeader(key.arn);
  try {
    if (!CiphertextBlob.subarray(0, header.length).equals(header)) throw new Error('It names another key.');
    const Plaintext = open(key, CiphertextBlob.subarray(header.length), EncryptionContext).toString('base64');
    return { KeyId: key.arn, Plaintext, EncryptionAlgorithm: algorithm };
  } catch {
    throw new Refusal('InvalidCiphertextException', 'The ciphertext does not open with this key and this context.');
  }
};
