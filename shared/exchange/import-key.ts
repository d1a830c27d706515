import { randomBytes } from 'node:crypto';
import type { Table } from '../store/client.ts';
import { erasuresKeyOf } from '../store/erasures-keys.ts';
import { findLastingKey, takeLastingKey } from '../store/lasting-key.ts';

/** The key from which ids of imported consents derive, 32 bytes, made where there is none. It outlives a restore, as the ids must. */
export const takeImportKey = (erasures: Table, now: Date): Promise<Buffer> =>
  takeLastingKey(erasures, erasuresKeyOf.importKey(), now);

/** The same for somebody who changes nothing: where there is none, no id was derived yet, and any key does. */
export const readImportKey = async (erasures: Table): Promise<Buffer> =>
  (await findLastingKey(erasures, erasuresKeyOf.importKey())) ?? randomBytes(32);
