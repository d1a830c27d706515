import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, expect, test, vi } from 'vitest';
import { describeReference } from '../../../build/openapi/document.ts';
import { newLambdaContext, startGateway } from '../../../cli/local/gateway.ts';
import { findFreePort } from '../../../cli/local/loopback.ts';
import { buildReferenceRoutes } from '../../../cli/local/pages.ts';
import { toEvent } from '../../support/call/event.ts';

let port: number;

beforeAll(async () => {
  port = await findFreePort();
  const server = await startGateway(port, Promise.resolve(buildReferenceRoutes()));
  return () => {
    server.closeAllConnections();
    server.close();
  };
});

/** Sends the path as it is, which `fetch` does not. */
const get = async (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') => {
  const [answer]: IncomingMessage[] = await once(
    request({ port, host: '127.0.0.1', path, method, headers }).end(),
    'response',
  );
  if (answer === undefined) throw new Error('There is no answer.');
  const bytes = await buffer(answer);
  return { status: answer.statusCode, headers: answer.headers, bytes, text: bytes.toString() };
};

test('leads there who opens the address in a browser', async () => {
  const { status, headers } = await get('/');

  expect([status, headers.location]).toEqual([302, '/docs']);
  expect((await get('/docs')).text).toContain('<a href="/console">To the console</a>');
});

test('serves the document, for the address that it was asked at', async () => {
  const { status, headers, text } = await get('/openapi.json');
  const { servers, ...described } = JSON.parse(text);

  expect([status, headers['content-type']]).toEqual([200, 'application/json']);
  expect(servers).toEqual([{ url: `http://127.0.0.1:${port}`, description: 'This local service' }]);
  expect({ ...described, servers: describeReference().servers }).toEqual(
    JSON.parse(JSON.stringify(describeReference())),
  );

  const elsewhere = await get('/openapi.json', { host: `localhost:${port}` });
  expect(JSON.parse(elsewhere.text)).toMatchObject({ servers: [{ url: `http://localhost:${port}` }] });
});

test('serves the page, which may load its own files alone', async () => {
  const { status, headers, text } = await get('/docs');

  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': expect.stringMatching(
      /^default-src 'none'; .*connect-src 'self'; .*frame-ancestors 'none'$/,
    ),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  expect(text.match(/(?<=(?:src|href)=")(?!data:)[^"]+/g)).toEqual([
    'docs/reference.css',
    'openapi.json',
    '/console',
    'docs/renderer.js',
    'docs/reference.js',
  ]);
});

test.each([
  ['renderer.js', 'text/javascript; charset=utf-8', 'Scalar'],
  ['reference.js', 'text/javascript; charset=utf-8', 'createApiReference'],
  ['reference.css', 'text/css; charset=utf-8', 'body'],
])('serves %s', async (name, contentType, part) => {
  const { status, headers, text } = await get(`/docs/${name}`);

  expect([status, headers['content-type']]).toEqual([200, contentType]);
  expect(text).toContain(part);
});

test.each([
  '/docs/',
  '/docs/index.html',
  '/docs/reference.ts',
  '/docs/constructor',
  '/docs/renderer.js/',
  '/docs//renderer.js',
  '/docs/../package.json',
  '/docs/..%2f..%2fpackage.json',
  '/docs/%2e%2e/%2e%2e/package.json',
  '/docs/..\\package.json',
  '/docs/%00',
  '/docs/../docs',
  '/DOCS',
  '/openapi.json/',
])('has nothing at %s', async (path) => {
  expect(await get(path)).toMatchObject({ status: 404, text: '{"message":"Not Found"}' });
});

test.each(['POST', 'OPTIONS', 'DELETE'])('has nothing for %s', async (method) => {
  for (const path of ['/docs', '/docs/renderer.js', '/openapi.json']) {
    expect(await get(path, {}, method)).toMatchObject({ status: 404 });
  }
});

const names = ['/docs', '/docs/renderer.js', '/docs/reference.js', '/docs/reference.css', '/openapi.json'];

test.each(names)('%s goes compressed to those who take it so, and says the same', async (path) => {
  const plain = await get(path);
  const [brotli, zipped] = [
    await get(path, { 'accept-encoding': 'gzip, br' }),
    await get(path, { 'accept-encoding': 'gzip' }),
  ];

  expect(plain.headers).not.toHaveProperty('content-encoding');
  expect([brotli, zipped].map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip']);
  expect(brotliDecompressSync(brotli.bytes).equals(plain.bytes)).toBe(true);
  expect(gunzipSync(zipped.bytes).equals(plain.bytes)).toBe(true);
  expect(brotli.bytes.length).toBeLessThan(plain.bytes.length * 0.65);
  for (const { headers } of [plain, brotli, zipped]) {
    expect(headers).toMatchObject({ vary: 'accept-encoding', 'cache-control': 'no-cache' });
  }
});

test.each([
  ['', undefined],
  ['identity', undefined],
  ['br;q=0', undefined],
  ['br;q=0, gzip;q=0, *', undefined],
  ['br;q=0, *;q=0.5', 'gzip'],
  ['*', 'br'],
  ['BR', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['gzip ; q=0.2 , br ; q=0.9', 'br'],
  ['deflate, zstd', undefined],
  ['br;q=x', undefined],
  ['identity, br;q=0.5', undefined],
  ['identity;q=0.5, br;q=0.5', 'br'],
  [',,;q=,', undefined],
])('Accept-Encoding %j: %s', async (header, coding) => {
  const { status, headers } = await get('/docs/reference.css', { 'accept-encoding': header });

  expect([status, headers['content-encoding']]).toEqual([200, coding]);
});

test.each(names)('%s is sent once: whoever has it gets 304', async (path) => {
  const asked = { 'accept-encoding': 'br' };
  const { headers, bytes } = await get(path, asked);
  const { etag = '' } = headers;
  const again = await get(path, { ...asked, 'if-none-match': etag });

  expect(etag).toMatch(/^"[\w-]{22}-br"$/);
  expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag]);
  for (const known of [`W/${etag}`, `"x", ${etag}`, '*']) {
    expect(await get(path, { ...asked, 'if-none-match': known })).toMatchObject({ status: 304 });
  }
  for (const other of ['"x"', etag.slice(1, -1), etag.replace('br', 'gzip')]) {
    const sent = await get(path, { ...asked, 'if-none-match': other });
    expect([sent.status, sent.bytes.length]).toEqual([200, bytes.length]);
  }
  expect(await get(path, { 'if-none-match': etag })).toMatchObject({ status: 200 });
});

test.each(names)('HEAD %s has the headers of GET', async (path) => {
  const [got, asked] = [await get(path), await get(path, {}, 'HEAD')];

  expect([asked.status, asked.text, asked.headers.etag]).toEqual([200, '', got.headers.etag]);
});

test('many may ask for a file at once', async () => {
  const replies = await Promise.all(
    Array.from({ length: 8 }, () => get('/docs/renderer.js', { 'accept-encoding': 'br' })),
  );

  expect(new Set(replies.map(({ status, bytes }) => `${status} ${bytes.length}`)).size).toBe(1);
});

test('a file that could not be read is read again, and then kept', async () => {
  const read = vi.fn(async (name: string) => name).mockRejectedValueOnce(new Error('EMFILE'));
  const routes = buildReferenceRoutes(read);
  const ask = () => routes.get('GET /docs/reference.css')?.(toEvent('details', {}, {}), newLambdaContext('docs'));

  await expect(ask()).rejects.toThrow('EMFILE');
  expect(await ask()).toMatchObject({ statusCode: 200 });
  expect(await ask()).toMatchObject({ statusCode: 200 });
  expect(read.mock.calls).toEqual([['reference.css'], ['reference.css']]);
});
