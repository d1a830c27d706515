import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Coding } from './negotiation.ts';

/**
 * Compresses bytes.
 *
 * @param quality of brotli, 0 to 11. Quality 5 takes half the time of gzip and gives a smaller result
 */
export const compress = (bytes: Buffer, coding: Coding, quality: number): Promise<Buffer> =>
  coding === 'br'
    ? promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
    : promisify(gzip)(bytes, { level: quality < 9 ? constants.Z_DEFAULT_COMPRESSION : constants.Z_BEST_COMPRESSION });

/** The ETag of content. The first part identifies the content, the second its coding, because a compressed body is another representation. */
export const toTag = (body: string, coding: Coding | 'plain' = 'plain'): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}-${coding}"`;
