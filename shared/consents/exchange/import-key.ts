import { randomBytes } from 'node:crypto';
import type { Table } from '../../store/client.ts';
import { erasuresKeyOf } from '../../store/erasures-keys.ts';
import { findLastingKey, takeLastingKey } from '../../store/lasting-key.ts';

/**
 * The key from which ids of imported consents derive, 32 bytes. It is created if there is none. Like the ids, it
 * outlives a restore.
 */
export const takeImportKey = (erasures: Table, now: Date): Promise<Buffer> =>
  takeLastingKey(erasures, erasuresKeyOf.importKey(), now);

/** The same key without creating it. If there is none, no id has been derived yet, and any key works. */
export const readImportKey = async (erasures: Table): Promise<Buffer> =>
  (await findLastingKey(erasures, erasuresKeyOf.importKey())) ?? randomBytes(32);
