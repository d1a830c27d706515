import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, test } from 'vitest';
import { startGateway } from '../../cli/local/gateway.ts';
import { findFreePort } from '../../cli/local/loopback.ts';
import { noOperationFunctions } from '../../cli/local/service.ts';

let port: number;

beforeAll(async () => {
  port = await findFreePort();
  const server = await startGateway(port, Promise.resolve(noOperationFunctions));
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
