import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { getItem } from './read.ts';
import type { Item, Key, Table } from './table.ts';
import { isNew, write } from './write.ts';

const keyBytes = 32;

const Stored = v.object({ key: v.pipe(v.instance(Uint8Array), v.length(keyBytes)), createdAt: v.string() });

const parseKey = (item: Item | undefined): Buffer => Buffer.from(v.parse(Stored, item).key);

/** A key of the register in its erasures table, 32 bytes, which never changes. Undefined until it is made. */
export const findLastingKey = async (erasures: Table, at: Key): Promise<Buffer | undefined> => {
  const item = await getItem(erasures, at);
  return item && parseKey(item);
};

/** The same key. Creates it if there is none. If several callers create it at once, one wins and all get that one. */
export const ensureLastingKey = async (erasures: Table, at: Key, now: Date): Promise<Buffer> => {
  const found = await findLastingKey(erasures, at);
  if (found !== undefined) return found;
  const stored: v.InferOutput<typeof Stored> = { key: randomBytes(keyBytes), createdAt: now.toISOString() };
  const written = await write(erasures, { put: { ...at, ...stored }, ...isNew });
  return parseKey(written.done ? stored : written.existing);
};
