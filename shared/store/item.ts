import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as v from 'valibot';
import { limits } from '../api/limits.ts';
import { scanJson } from '../schema/json-scan.ts';
import type { Item, Key } from './table.ts';

/** One byte for two decimal digits, plus one if they start at an odd place, plus one for the number. */
const numberSize = (value: number): number => Math.ceil(String(value).replace(/\D/g, '').length / 2) + 2;

/** Bytes of a value as DynamoDB counts them (developer guide, "Item sizes and formats"). For numbers, the maximum. */
const valueSize = (value: unknown): number => {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (value instanceof Uint8Array) return value.length;
  if (typeof value === 'number') return numberSize(value);
  if (Array.isArray(value)) return 3 + value.reduce<number>((sum, element) => sum + 1 + valueSize(element), 0);
  if (typeof value === 'object' && value !== null) return 3 + Object.keys(value).length + itemSize({ ...value });
  return 1;
};

/**
 * Parses an item that says which one it is.
 *
 * @param keyOf the key of what was parsed, or a part of it
 * @throws Error when the item is under another: what is done for one account, user or notice would be done for another
 */
export const parseNamed = <Schema extends v.GenericSchema>(
  schema: Schema,
  item: Item,
  keyOf: (parsed: v.InferOutput<Schema>) => Partial<Key>,
): v.InferOutput<Schema> => {
  const parsed = v.parse(schema, item);
  const { PK = item.PK, SK = item.SK } = keyOf(parsed);
  if (item.PK !== PK || item.SK !== SK)
    throw new Error(`The item ${item.PK} ${item.SK} names another: somebody changed it.`);
  return parsed;
};

/** Bytes of an item as DynamoDB counts them. */
export const itemSize = (item: Item): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + valueSize(value), 0);

const params = {
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  [constants.BROTLI_PARAM_QUALITY]: 5,
};

/** Hexadecimal digits, stored as bytes in half the space. A usual consent only just fits one write unit. */
export const HexBytes = v.pipe(
  v.instance(Uint8Array),
  v.transform((bytes) => Buffer.from(bytes).toString('hex')),
);

export const toHexBytes = (digits: string): Buffer => Buffer.from(digits, 'hex');

/** JSON, compressed (Brotli, RFC 7932). Unlike a DynamoDB map, it keeps the order of members. */
export const compress = (value: unknown): Uint8Array => brotliCompressSync(JSON.stringify(value), { params });

/** The stored result of `compress`. A few bytes may decompress to megabytes. */
export const Compressed = v.instance(Uint8Array);

/**
 * Decompresses the result of `compress`. `bytes` is its size as JSON, which it adds to an answer.
 *
 * @throws RangeError as soon as it exceeds an answer
 */
export const unpack = (compressed: Uint8Array): { readonly value: unknown; readonly bytes: number } => {
  const json = decompress(compressed);
  return { value: JSON.parse(json.toString()), bytes: json.length };
};

const decompress = (compressed: Uint8Array, longest: number = limits.resultBytes): Buffer =>
  brotliDecompressSync(compressed, { maxOutputLength: Math.min(longest, limits.resultBytes) });

/**
 * The same for proofs, userData and other small structures, where somebody may have put something else past the register.
 * Twenty bytes may decompress to millions of values, and parsing them needs more than the memory of a function.
 *
 * @param longest bytes of the JSON. Default: those of an answer
 * @throws RangeError as soon as there are more bytes, values or levels than the register writes
 */
export const unpackFew = (compressed: Uint8Array, longest?: number): unknown => {
  const json = decompress(compressed, longest).toString();
  let values = 1;
  const hasMany = scanJson(json, (start, _end, depth) => {
    if (json[start] === ',') values += 1;
    return values > limits.storedValues || depth > limits.depth;
  });
  if (hasMany) throw new RangeError('A stored value has more values or levels than the register writes.');
  return JSON.parse(json);
};

/** A value of DynamoDB in JSON. */
type JsonValue = Readonly<Record<string, unknown>>;

const Base64 = v.pipe(v.string(), v.base64());

const toBytes = (text: unknown): Buffer => Buffer.from(v.parse(Base64, text), 'base64');

/** In JSON, bytes are base64 strings. */
const fromJson = (value: JsonValue): AttributeValue => {
  const { B, BS, L, M } = value;
  if (B !== undefined) return { B: toBytes(B) };
  if (BS !== undefined) return { BS: (BS as unknown[]).map(toBytes) };
  if (L !== undefined) return { L: (L as JsonValue[]).map(fromJson) };
  if (M !== undefined) return { M: fromMembers(M) };
  return value as unknown as AttributeValue;
};

const fromMembers = (members: unknown): Record<string, AttributeValue> =>
  Object.fromEntries(
    Object.entries(members as Record<string, JsonValue>).map(([name, member]) => [name, fromJson(member)]),
  );

/** An item from DynamoDB's own JSON, as the document client would read it. @throws Error when it is none */
export const fromDynamoJson = (members: unknown): Item => unmarshall(fromMembers(members));
