import { deflateSync, inflateSync } from 'node:zlib';
import * as v from 'valibot';

/** JSON, compressed (zlib format, RFC 1950). Member order is kept, unlike in a DynamoDB map. */
export const compress = (value: unknown): Uint8Array => deflateSync(JSON.stringify(value));

/** What `compress` made, taken apart again when a stored item is parsed. */
export const Compressed = v.pipe(
  v.instance(Uint8Array),
  v.transform((bytes): unknown => JSON.parse(inflateSync(bytes).toString())),
);
