import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Coding } from '../../functions/console/coding.ts';
import { chooseCoding, compress, isKnown, toTag } from '../../functions/console/coding.ts';
import type { HttpFunction } from '../../shared/api/stack.ts';
import type { Answer } from '../../shared/http/http-answer.ts';
import type { PageFile } from '../reference/files.ts';
import { pageFiles } from '../reference/files.ts';
import { contentSecurityPolicy, toPage } from '../reference/page.ts';

const headers = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};

/** A document, which is made when somebody asks: the service starts without what makes it. */
const tell =
  (describe: () => Promise<object>): HttpFunction =>
  async (event) => {
    const servers = [{ url: `http://${event.requestContext.domainName}`, description: 'This local service' }];
    const body = JSON.stringify({ ...(await describe()), servers }, undefined, 2);
    return serveContent(event, { headers: { ...headers, 'content-type': 'application/json' }, body });
  };

const showPage: HttpFunction = async (event) =>
  serveContent(event, {
    headers: {
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `${contentSecurityPolicy('own origin')}; frame-ancestors 'none'`,
    },
    body: toPage('docs/', 'own origin', '/console'),
  });

const leadToPage: HttpFunction = async () => ({
  statusCode: 302,
  headers: { ...headers, 'cache-control': 'no-cache', location: '/docs' },
  body: '',
});

/** Reads the file once; a failed read is repeated. */
const toFileFunction = (file: PageFile): HttpFunction => {
  const { contentType } = file;
  let content: Promise<string> | undefined;
  const forget = (): void => {
    content = undefined;
  };
  return async (event) => {
    if (content === undefined) {
      content = file.read();
      content.catch(forget);
    }
    return serveContent(event, { headers: { ...headers, 'content-type': contentType }, body: await content });
  };
};

const compressed = new Map<string, Promise<Buffer>>();

const compressOnce = (body: string, coding: Coding, tag: string): Promise<Buffer> => {
  const known = compressed.get(tag);
  if (known !== undefined) return known;
  const made = compress(Buffer.from(body), coding, 5);
  if (compressed.size < 32) compressed.set(tag, made);
  return made;
};

/** Sends content as small as the caller accepts, or 304 if the caller has it. Callers revalidate each time. */
const serveContent = async (
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

const pages: Readonly<Record<string, HttpFunction>> = {
  '/openapi.json': tell(async () => (await import('../openapi/document.ts')).describeReference()),
  '/docs': showPage,
  '/': leadToPage,
  ...Object.fromEntries([...pageFiles].map(([name, file]) => [`/docs/${name}`, toFileFunction(file)])),
};

/** The reference page and the OpenAPI document that it shows, at paths that no deployment has, by route key. */
export const referenceRoutes: ReadonlyMap<string, HttpFunction> = new Map(
  Object.entries(pages).flatMap(([path, run]) => ['GET', 'HEAD'].map((method) => [`${method} ${path}`, run] as const)),
);

/** Content with its fixed headers. */
export interface Content {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
