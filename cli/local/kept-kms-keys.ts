import * as v from 'valibot';
import { loadKept } from './kept-key.ts';
import type { LocalKey } from './kms.ts';
import { createLocalKey } from './kms.ts';
import type { LocalEncryptionKey } from './kms-encryption.ts';
import { createEncryptionKey } from './kms-encryption.ts';

const Key = v.object({ arn: v.string(), privateKey: v.string() });
const EncryptionKey = v.object({ arn: v.string(), secret: v.pipe(v.string(), v.base64()) });

/**
 * The key that signs evidence of a local service: a new one, or the one kept in the directory.
 *
 * @throws CommandError when the kept key cannot be read
 */
export const loadEvidenceKey = (directory: string | undefined): Promise<LocalKey> =>
  loadKept(directory, { name: 'evidence-key.json', schema: Key, make: createLocalKey });

/**
 * The key that encrypts for a local service, kept in the same way.
 *
 * @throws CommandError when the kept key cannot be read
 */
export const loadEncryptionKey = (directory: string | undefined): Promise<LocalEncryptionKey> =>
  loadKept(directory, { name: 'encryption-key.json', schema: EncryptionKey, make: createEncryptionKey });
