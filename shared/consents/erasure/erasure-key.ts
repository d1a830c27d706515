import type { Table } from '../../store/client.ts';
import { erasuresKeyOf } from '../../store/erasures-keys.ts';
import { findLastingKey, takeLastingKey } from '../../store/lasting-key.ts';

/** The key of the digests that remain of erased consents, 32 bytes. Undefined before the first erasure. */
export const findErasureKey = (erasures: Table): Promise<Buffer | undefined> =>
  findLastingKey(erasures, erasuresKeyOf.erasureKey());

/** The same key. Creates it if there is none. */
export const takeErasureKey = (erasures: Table, now: Date): Promise<Buffer> =>
  takeLastingKey(erasures, erasuresKeyOf.erasureKey(), now);
