import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { readWeights } from '../../shared/http/weights.ts';

/** The codings of bodies, smallest result first. */
const codings = ['br', 'gzip'] as const;

export type Coding = (typeof codings)[number];

/** The coding of an answer; undefined for no coding, which every caller accepts. */
export const chooseCoding = (header = ''): Coding | undefined => {
  const weights = readWeights(header);
  const weigh = (coding: Coding): number => weights.get(coding) ?? weights.get('*') ?? 0;
  const plain = weights.get('identity') ?? 0;
  const [best] = codings
    .filter((coding) => weigh(coding) > 0 && weigh(coding) >= plain)
    .sort((one, other) => weigh(other) - weigh(one));
  return best;
};

/** Whether a caller already has the content with this tag (RFC 9110, section 13.1.2). */
export const isKnown = (header: string | undefined, tag: string): boolean =>
  (header ?? '')
    .split(',')
    .map((text) => text.trim().replace(/^W\//, ''))
    .some((known) => known === '*' || known === tag);

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
