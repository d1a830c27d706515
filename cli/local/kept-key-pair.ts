import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { createKeyPair } from '../../shared/identity/keys/key-pair.ts';
import { PublicJwk } from '../../shared/identity/keys/public-jwk.ts';
import { loadKept } from './kept-key.ts';

const name = 'signing-key.json';

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
  loadKept(directory, { name, schema: KeyPair, make: () => createKeyPair(now) });

/** Keeps the key pair of a rotation, in place of the earlier one. */
export const keepKeyPair = async (directory: string, keyPair: KeyPair): Promise<void> => {
  const file = join(directory, name);
  await writeFile(`${file}.new`, JSON.stringify(keyPair), { mode: 0o600 });
  await rename(`${file}.new`, file);
};
