import type { HttpFunction } from '../../shared/operation.ts';
import { describeForGenerators } from '../openapi/client-document.ts';
import { describeReference } from '../openapi/document.ts';
import type { PageFile } from '../reference/files.ts';
import { pageFiles } from '../reference/files.ts';
import { contentSecurityPolicy, toPage } from '../reference/page.ts';
import { serveContent } from './content.ts';

const headers = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};

const tell =
  (describe: () => object): HttpFunction =>
  async (event) => {
    const servers = [{ url: `http://${event.requestContext.domainName}`, description: 'This local service' }];
    const body = JSON.stringify({ ...describe(), servers }, undefined, 2);
    return serveContent(event, { headers: { ...headers, 'content-type': 'application/json' }, body });
  };

const showPage: HttpFunction = async (event) =>
  serveContent(event, {
    headers: {
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `${contentSecurityPolicy('own origin')}; frame-ancestors 'none'`,
    },
    body: toPage('docs/', 'own origin'),
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

const pages: Readonly<Record<string, HttpFunction>> = {
  '/openapi.json': tell(describeReference),
  '/openapi.client.json': tell(describeForGenerators),
  '/docs': showPage,
  '/': leadToPage,
  ...Object.fromEntries([...pageFiles].map(([name, file]) => [`/docs/${name}`, toFileFunction(file)])),
};

/** The reference page, the OpenAPI document that it shows, and the one for client generators, at paths that no deployment has, by route key. */
export const referenceRoutes: ReadonlyMap<string, HttpFunction> = new Map(
  Object.entries(pages).flatMap(([path, run]) => ['GET', 'HEAD'].map((method) => [`${method} ${path}`, run] as const)),
);
