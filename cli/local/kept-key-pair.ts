import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { createKeyPair } from '../../shared/keys/key-pair.ts';
import { PublicJwk } from '../../shared/keys/verification-keys.ts';
import { CommandError } from '../command-error.ts';

const KeyPair = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ secret: v.string(), verificationKey: v.object({ kid: v.string(), jwk: PublicJwk }) }),
);

type KeyPair = v.InferOutput<typeof KeyPair>;

const toFile = (directory: string): string => join(directory, 'signing-key.json');

/**
 * The key pair of a local service: a new one, or with a directory the one that is kept there.
 *
 * @throws CommandError when the key that is kept cannot be read
 */
export const loadKeyPair = async (directory: string | undefined, now: Date): Promise<KeyPair> => {
  if (directory === undefined) return createKeyPair(now);
  const file = toFile(directory);
  try {
    await writeFile(file, JSON.stringify(createKeyPair(now)), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const { success, output } = v.safeParse(KeyPair, await readFile(file, 'utf8'));
  if (!success) throw new CommandError('signing-key.json in DATA_DIR is damaged; delete it, and a new key is made.');
  return output;
};

/** Keeps the key pair that a rotation made, in the place of the one before. */
export const keepKeyPair = async (directory: string, keyPair: KeyPair): Promise<void> => {
  const file = toFile(directory);
  await writeFile(`${file}.new`, JSON.stringify(keyPair), { mode: 0o600 });
  await rename(`${file}.new`, file);
};
