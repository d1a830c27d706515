import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import type { Item, Table } from '../store/client.ts';
import { erasuresKeyOf } from '../store/erasures-keys.ts';
import { getItem } from '../store/get.ts';
import { isNew, write } from '../store/write.ts';

const keyBytes = 32;

const Stored = v.object({ key: v.pipe(v.instance(Uint8Array), v.length(keyBytes)), createdAt: v.string() });

const parseKey = (item: Item | undefined): Buffer => Buffer.from(v.parse(Stored, item).key);

/** The key of the digests that stay of the erased, 32 bytes; undefined before the first erasure. */
export const findErasureKey = async (erasures: Table): Promise<Buffer | undefined> => {
  const item = await getItem(erasures, erasuresKeyOf.erasureKey());
  return item && parseKey(item);
};

/** The same, made where there is none. Of several that make it at once one wins, and all get that one. */
export const takeErasureKey = async (erasures: Table, now: Date): Promise<Buffer> => {
  const found = await findErasureKey(erasures);
  if (found !== undefined) return found;
  const stored: v.InferOutput<typeof Stored> = { key: randomBytes(keyBytes), createdAt: now.toISOString() };
  const written = await write(erasures, { put: { ...erasuresKeyOf.erasureKey(), ...stored }, ...isNew });
  return parseKey(written.done ? stored : written.existing);
};
