import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { PublicJwk } from '../../shared/identity/keys/evidence-signer.ts';
import { createKeyPair } from '../../shared/identity/keys/signing-key.ts';
import { CommandError } from '../errors.ts';
import { errorCode } from '../input/files.ts';
import { openDraft } from '../output/files.ts';
import { createEncryptionKey, createLocalKey, LocalEncryptionKey, LocalKey } from './kms.ts';

/** A kept key as the text of a JSON file in DATA_DIR. */
interface Kept<Schema extends v.GenericSchema> {
  readonly name: string;
  readonly schema: Schema;
  readonly make: () => v.InferInput<Schema>;
}

/**
 * A key of a local service: a new one, or the one kept in the directory.
 *
 * @throws CommandError when the kept key cannot be read
 */
const loadKept = async <Schema extends v.GenericSchema>(
  directory: string | undefined,
  { name, schema, make }: Kept<Schema>,
): Promise<v.InferOutput<Schema>> => {
  if (directory === undefined) return v.parse(schema, make());
  const file = join(directory, name);
  try {
    await writeFile(file, JSON.stringify(make()), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), await readFile(file, 'utf8'));
  if (!success)
    throw new CommandError(`${name} in DATA_DIR is damaged. Delete it, and the next start creates a new key.`);
  return output;
};

const signingKeyFile = 'signing-key.json';

const KeyPair = v.object({
  secret: v.string(),
  verificationKey: v.object({ kid: v.string(), jwk: PublicJwk }),
});

type KeyPair = v.InferOutput<typeof KeyPair>;

/**
 * The key pair that signs tokens of a local service: a new one, or the one kept in the directory.
 *
 * @throws CommandError when the kept key cannot be read
 */
export const loadKeyPair = (directory: string | undefined, now: Date): Promise<KeyPair> =>
  loadKept(directory, { name: signingKeyFile, schema: KeyPair, make: () => createKeyPair(now) });

/** Keeps the key pair of a rotation, in place of the earlier one. */
export const storeKeyPair = async (directory: string, keyPair: KeyPair): Promise<void> => {
  const file = join(directory, signingKeyFile);
  const draft = await openDraft(`${file}.new`);
  await draft.writeFile(JSON.stringify(keyPair)).finally(() => draft.close());
  await rename(`${file}.new`, file);
};

/**
 * The secret of links of a local service, as Secrets Manager has it, kept in the same way.
 *
 * @throws CommandError when the kept secret cannot be read
 */
export const loadLinkSecret = async (directory: string | undefined): Promise<string> => {
  const make = () => ({ 1: randomBytes(48).toString('base64url') });
  return JSON.stringify(await loadKept(directory, { name: 'link-secret.json', schema: LocalLinkSecret, make }));
};

const LocalLinkSecret = v.record(v.string(), v.string());

/**
 * The key that signs evidence of a local service, kept in the same way.
 *
 * @throws CommandError when the kept key cannot be read
 */
export const loadEvidenceKey = (directory: string | undefined): Promise<LocalKey> =>
  loadKept(directory, { name: 'evidence-key.json', schema: LocalKey, make: createLocalKey });

/**
 * The key that encrypts for a local service, kept in the same way.
 *
 * @throws CommandError when the kept key cannot be read
 */
export const loadEncryptionKey = (directory: string | undefined): Promise<LocalEncryptionKey> =>
  loadKept(directory, { name: 'encryption-key.json', schema: LocalEncryptionKey, make: createEncryptionKey });
