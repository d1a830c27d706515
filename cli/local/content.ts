import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { compress, toTag } from '../../functions/console/compression.ts';
import type { Coding } from '../../functions/console/negotiation.ts';
import { chooseCoding, isKnown } from '../../functions/console/negotiation.ts';
import type { Answer } from '../../shared/http/answer.ts';

/** Content with its fixed headers. */
export interface Content {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const compressed = new Map<string, Promise<Buffer>>();

const compressOnce = (body: string, coding: Coding, tag: string): Promise<Buffer> => {
  const known = compressed.get(tag);
  if (known !== undefined) return known;
  const made = compress(Buffer.from(body), coding, 5);
  if (compressed.size < 32) compressed.set(tag, made);
  return made;
};

/** Sends content as small as the caller accepts, or 304 if the caller has it. Callers revalidate each time. */
export const serveContent = async (
  { headers: asked }: APIGatewayProxyEventV2,
  { headers, body }: Content,
): Promise<Answer> => {
  const coding = chooseCoding(asked['accept-encoding']);
  const etag = toTag(body, coding);
  const told = { ...headers, etag, 'cache-control': 'no-cache', vary: 'accept-encoding' };
  if (isKnown(asked['if-none-match'], etag)) return { statusCode: 304, headers: told, body: '' };
  if (coding === undefined) return { statusCode: 200, headers: told, body };
  return {
    statusCode: 200,
    headers: { ...told, 'content-encoding': coding },
    body: (await compressOnce(body, coding, etag)).toString('base64'),
    isBase64Encoded: true,
  };
};
