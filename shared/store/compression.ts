import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import * as v from 'valibot';
import { limits } from '../api/limits.ts';

const params = {
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  [constants.BROTLI_PARAM_QUALITY]: 5,
};

/** JSON, compressed (Brotli, RFC 7932). Unlike a DynamoDB map, it keeps the order of members. */
export const compress = (value: unknown): Uint8Array => brotliCompressSync(JSON.stringify(value), { params });

/** The stored result of `compress`. A few bytes may stand for megabytes. */
export const Compressed = v.instance(Uint8Array);

/**
 * Decompresses the result of `compress`. `bytes` is its size as JSON, which it adds to an answer.
 *
 * @throws RangeError as soon as it exceeds an answer
 */
export const unpack = (compressed: Uint8Array): { readonly value: unknown; readonly bytes: number } => {
  const json = brotliDecompressSync(compressed, { maxOutputLength: limits.resultBytes });
  return { value: JSON.parse(json.toString()), bytes: json.length };
};
