import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, test } from 'vitest';
import { startGateway } from '../../../cli/local/gateway.ts';
import { findFreePort } from '../../../cli/local/loopback.ts';
import { signpostFunctions } from '../../../cli/local/service.ts';

let port: number;

beforeAll(async () => {
  port = await findFreePort();
  const server = await startGateway(port, Promise.resolve(signpostFunctions));
  return () => {
    server.closeAllConnections();
    server.close();
  };
});

/** Sends the path as it is, which `fetch` does not. */
const ask = async (method: string, path: string) => {
  const [answer]: IncomingMessage[] = await once(request({ port, host: '127.0.0.1', path, method }).end(), 'response');
  if (answer === undefined) throw new Error('There is no answer.');
  return { status: answer.statusCode, headers: answer.headers, text: await text(answer) };
};

test('a problem leads to its page by its own type', async () => {
  const refused = await ask('GET', '/login');
  const { type } = JSON.parse(refused.text);

  expect([refused.status, refused.headers.allow]).toEqual([405, 'POST']);
  const page = await ask('GET', new URL(type, `http://127.0.0.1:${port}/login`).pathname);
  expect(page).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
  expect(page.text).toContain('<h1>The path does not accept this method</h1>');
});

test.each(['/problems/token.missing', '/nothing', '/login', '/'])('HEAD %s has no body', async (path) => {
  const [got, asked] = [await ask('GET', path), await ask('HEAD', path)];

  expect([asked.status, asked.text]).toEqual([got.status, '']);
  expect(asked.headers['content-type']).toBe(got.headers['content-type']);
});

test.each([
  '/problems/__proto__',
  '/problems/%3Cscript%3E',
  '/problems/<script>',
  '/problems/..%2f..%2fpackage.json',
  '/problems/token.missing/',
  '/problems/%00',
  '//problems',
  `/${'a'.repeat(12_000)}`,
  '/problems/token.missing;x',
])('nothing is at %j', async (path) => {
  const { status, text: said } = await ask('GET', path);

  expect([status, JSON.parse(said).code]).toEqual([404, 'path.unknown']);
  expect(said).not.toContain(path);
});

test('a query changes nothing', async () => {
  const plain = await ask('GET', '/problems/token.missing');

  expect((await ask('GET', '/problems/token.missing?code=<script>&x')).text).toBe(plain.text);
});
