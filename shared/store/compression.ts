import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import * as v from 'valibot';
import { limits } from '../limits.ts';

const params = {
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  [constants.BROTLI_PARAM_QUALITY]: 5,
};

/** JSON, compressed (Brotli, RFC 7932). Member order is kept, unlike in a DynamoDB map. */
export const compress = (value: unknown): Uint8Array => brotliCompressSync(JSON.stringify(value), { params });

/** What `compress` made, as it is stored. A few bytes may stand for megabytes. */
export const Compressed = v.instance(Uint8Array);

/**
 * Takes apart what `compress` made. `bytes` is its size as JSON, which is what it adds to an answer.
 *
 * @throws RangeError when it has more bytes than an answer may have; it reads no further then
 */
export const unpack = (compressed: Uint8Array): { readonly value: unknown; readonly bytes: number } => {
  const json = brotliDecompressSync(compressed, { maxOutputLength: limits.resultBytes });
  return { value: JSON.parse(json.toString()), bytes: json.length };
};
