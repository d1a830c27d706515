import { deflateSync, inflateSync } from 'node:zlib';

/** JSON, compressed (zlib format, RFC 1950). Member order is kept, unlike in a DynamoDB map. */
export const compress = (value: unknown): Uint8Array => deflateSync(JSON.stringify(value));

/** The value given to `compress`. Throws when the bytes are not what it made. */
export const decompress = (bytes: Uint8Array): unknown => JSON.parse(inflateSync(bytes).toString());
