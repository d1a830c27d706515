import * as v from 'valibot';
import { loadKept } from './kept-key.ts';
import type { LocalKey } from './kms.ts';
import { createLocalKey } from './kms.ts';

const Key = v.object({ arn: v.string(), privateKey: v.string() });

/**
 * The key that signs evidence of a local service: a new one, or with a directory the one that is kept there.
 *
 * @throws CommandError when the key that is kept cannot be read
 */
export const loadEvidenceKey = (directory: string | undefined): Promise<LocalKey> =>
  loadKept(directory, { name: 'evidence-key.json', schema: Key, make: createLocalKey });
