import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import * as v from 'valibot';

const params = {
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  [constants.BROTLI_PARAM_QUALITY]: 5,
};

/** JSON, compressed (Brotli, RFC 7932). Member order is kept, unlike in a DynamoDB map. */
export const compress = (value: unknown): Uint8Array => brotliCompressSync(JSON.stringify(value), { params });

/** What `compress` made, taken apart again when a stored item is parsed. */
export const Compressed = v.pipe(
  v.instance(Uint8Array),
  v.transform((bytes): unknown => JSON.parse(brotliDecompressSync(bytes).toString())),
);
