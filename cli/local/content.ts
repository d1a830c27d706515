import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Answer } from '../../shared/http/answer.ts';

/** Content with the headers that it always has. */
export interface Content {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How bodies are compressed, the smallest first. Brotli of this quality takes half as long as gzip, and makes less. */
const compressors = {
  br: (bytes: Buffer): Promise<Buffer> =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes: Buffer): Promise<Buffer> => promisify(gzip)(bytes),
} as const;

type Coding = keyof typeof compressors;

const codings = Object.keys(compressors) as Coding[];

/** Coding -> weight, as the header Accept-Encoding has them (RFC 9110, section 12.5.3). */
const readWeights = (header: string): ReadonlyMap<string, number> =>
  new Map(
    header.split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
      const weight = Number(parameters.find((text) => text.startsWith('q='))?.slice(2) ?? 1);
      return [name, Number.isNaN(weight) ? 0 : weight];
    }),
  );

/** The coding of an answer; undefined where it goes as it is, which every caller takes. */
const chooseCoding = (header = ''): Coding | undefined => {
  const weights = readWeights(header);
  const weigh = (coding: Coding): number => weights.get(coding) ?? weights.get('*') ?? 0;
  const plain = weights.get('identity') ?? 0;
  const [best] = codings
    .filter((coding) => weigh(coding) > 0 && weigh(coding) >= plain)
    .sort((one, other) => weigh(other) - weigh(one));
  return best;
};

/** The first part of a tag is the content's, the second its coding's: compressed, it is another representation. */
const toTag = (body: string, coding = 'plain'): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}-${coding}"`;

/** Whether a caller has what the tag names already (RFC 9110, section 13.1.2). */
const isKnown = (header: string, tag: string): boolean =>
  header
    .split(',')
    .map((text) => text.trim().replace(/^W\//, ''))
    .some((known) => known === '*' || known === tag);

const compressed = new Map<string, Promise<Buffer>>();

const compress = (body: string, coding: Coding, tag: string): Promise<Buffer> => {
  const known = compressed.get(tag);
  if (known !== undefined) return known;
  const made = compressors[coding](Buffer.from(body));
  if (compressed.size < 32) compressed.set(tag, made);
  return made;
};

/** Answers with content as small as the caller takes it, or by 304 where the caller has it. Callers ask each time. */
export const serveContent = async (
  { headers: asked }: APIGatewayProxyEventV2,
  { headers, body }: Content,
): Promise<Answer> => {
  const coding = chooseCoding(asked['accept-encoding']);
  const etag = toTag(body, coding);
  const told = { ...headers, etag, 'cache-control': 'no-cache', vary: 'accept-encoding' };
  if (isKnown(asked['if-none-match'] ?? '', etag)) return { statusCode: 304, headers: told, body: '' };
  if (coding === undefined) return { statusCode: 200, headers: told, body };
  return {
    statusCode: 200,
    headers: { ...told, 'content-encoding': coding },
    body: (await compress(body, coding, etag)).toString('base64'),
    isBase64Encoded: true,
  };
};
