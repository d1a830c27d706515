import type { HttpFunction } from '../../shared/operation.ts';
import { describeInterface } from '../openapi/document.ts';
import { pageFiles } from '../reference/files.ts';
import { contentSecurityPolicy, toPage } from '../reference/page.ts';

const headers = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-cache',
};

const tellDocument: HttpFunction = async ({ requestContext }) => {
  const servers = [{ url: `http://${requestContext.domainName}`, description: 'This local service' }];
  const body = JSON.stringify({ ...describeInterface(), servers }, undefined, 2);
  return { statusCode: 200, headers: { ...headers, 'content-type': 'application/json' }, body };
};

const showPage: HttpFunction = async () => ({
  statusCode: 200,
  headers: {
    ...headers,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `${contentSecurityPolicy('own origin')}; frame-ancestors 'none'`,
  },
  body: toPage('docs/', 'own origin'),
});

const leadToPage: HttpFunction = async () => ({
  statusCode: 302,
  headers: { ...headers, location: '/docs' },
  body: '',
});

const fileRoutes = [...pageFiles].map(([name, { contentType, read }]): [string, HttpFunction] => [
  `GET /docs/${name}`,
  async () => ({ statusCode: 200, headers: { ...headers, 'content-type': contentType }, body: await read() }),
]);

/** The reference page and the document that it shows, at paths that no deployment has, by route key. */
export const referenceRoutes: ReadonlyMap<string, HttpFunction> = new Map([
  ['GET /openapi.json', tellDocument],
  ['GET /docs', showPage],
  ['GET /', leadToPage],
  ...fileRoutes,
]);
