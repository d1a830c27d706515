import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { startGateway } from '../../../cli/local/gateway.ts';
import { findFreePort } from '../../../cli/local/loopback.ts';
import { limits } from '../../../shared/api/limits.ts';
import type { Answer } from '../../../shared/http/http-answer.ts';

const events: APIGatewayProxyEventV2[] = [];
let port: number;
let server: Server;
let fails = false;
let answer: Answer;

beforeAll(async () => {
  port = await findFreePort();
  const run = async (event: APIGatewayProxyEventV2) => {
    events.push(event);
    if (fails) throw new Error('by the test');
    return answer;
  };
  server = await startGateway(port, Promise.resolve(new Map([['POST /login', run]])));
  return () => {
    server.closeAllConnections();
    server.close();
  };
});

beforeEach(() => {
  events.length = 0;
  fails = false;
  answer = { statusCode: 201, headers: { 'x-test': 'yes' }, body: 'done' };
});

const post = (init: RequestInit, query = ''): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}/login${query}`, { method: 'POST', ...init });

test('makes the event that an HTTP API makes, payload format 2.0', async () => {
  const headers = { cookie: 'a=1; b=2', 'user-agent': 'test/1', 'x-more': 'one' };
  const answer = await post({ body: new URLSearchParams({ email: 'à' }), headers }, '?x=1&x=2&y=');

  expect([answer.status, answer.headers.get('x-test'), await answer.text()]).toEqual([201, 'yes', 'done']);
  expect(events).toEqual([
    {
      version: '2.0',
      routeKey: 'POST /login',
      rawPath: '/login',
      rawQueryString: 'x=1&x=2&y=',
      cookies: ['a=1', 'b=2'],
      headers: expect.objectContaining({
        'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
        'user-agent': 'test/1',
        'x-more': 'one',
      }),
      queryStringParameters: { x: '1,2', y: '' },
      requestContext: {
        accountId: 'local',
        apiId: 'local',
        domainName: `127.0.0.1:${port}`,
        domainPrefix: 'local',
        http: { method: 'POST', path: '/login', protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'test/1' },
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        routeKey: 'POST /login',
        stage: '$default',
        time: expect.stringMatching(/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/),
        timeEpoch: expect.any(Number),
      },
      body: Buffer.from('email=%C3%A0').toString('base64'),
      isBase64Encoded: true,
    },
  ]);
  expect(events[0]?.headers).not.toHaveProperty('cookie');
});

test.each([
  ['application/json', '{"a":"à"}', false],
  ['application/json; charset=utf-8', '{}', false],
  ['text/plain', 'a', false],
  ['application/vnd.api+json', '{}', false],
  ['multipart/form-data; boundary=x', '--x--', true],
  ['application/octet-stream', 'a', true],
])('hands on %s as base64: %s -> %s', async (contentType, body, isBase64Encoded) => {
  await post({ body, headers: { 'content-type': contentType } });

  const expected = isBase64Encoded ? Buffer.from(body).toString('base64') : body;
  expect(events).toMatchObject([{ body: expected, isBase64Encoded }]);
});

test('bytes that are no text are handed on as base64 whatever they say they are', async () => {
  await post({ body: new Uint8Array([0x22, 0xff]), headers: { 'content-type': 'application/json' } });

  expect(events).toMatchObject([{ body: 'Iv8=', isBase64Encoded: true }]);
});

test('a request without a body has none in its event', async () => {
  await post({});

  expect(events[0]).not.toHaveProperty('body');
  expect(events).toMatchObject([{ isBase64Encoded: false }]);
});

test('a body of more than 10 MB does not reach the function', async () => {
  const answer = await post({ body: 'x'.repeat(10 * 1024 * 1024 + 1) });

  expect([answer.status, await answer.json()]).toEqual([413, { message: 'Request Entity Too Large' }]);
  expect(events).toEqual([]);
});

test.each([
  ['application/x-www-form-urlencoded', 4_700_000],
  ['application/json', 6_280_000],
])('%s: an event that Lambda does not take does not reach the function', async (type, taken) => {
  const send = (length: number) => post({ body: 'x'.repeat(length), headers: { 'content-type': type } });

  expect((await send(taken)).status).not.toBe(413);
  const answer = await send(taken + 20_000);
  expect([answer.status, await answer.json()]).toEqual([413, { message: 'Request Entity Too Large' }]);
  expect(events).toHaveLength(1);
});

test('a function that throws is answered as the gateway does', async () => {
  fails = true;
  const answer = await post({});

  expect([answer.status, await answer.json()]).toEqual([500, { message: 'Internal Server Error' }]);
  expect(console.error).toHaveBeenCalledOnce();
});

test('an upload that is broken off says nothing and harms nobody', async () => {
  const [connected, asked] = [once(server, 'connection'), once(server, 'request')];
  const socket = connect(port, '127.0.0.1');
  const [served] = await connected;
  socket.write('POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nabc');
  await asked;
  const closed = new Promise((resolve) => served.once('close', resolve));
  socket.destroy();
  await closed;

  expect((await post({})).status).toBe(201);
  expect(events).toHaveLength(1);
  expect(console.error).not.toHaveBeenCalled();
});

test('takes an answer in base64 apart', async () => {
  answer = { statusCode: 200, body: Buffer.from('{"à":"\0"}').toString('base64'), isBase64Encoded: true };

  expect(await (await post({})).text()).toBe('{"à":"\0"}');
});

test('fails as Lambda does where the result is too large as JSON', async () => {
  const rest = JSON.stringify({ statusCode: 200, body: '' }).length;
  const quotes = '"'.repeat((limits.resultBytes - rest) / 2);
  answer = { statusCode: 200, body: quotes };
  const largest = await post({});
  answer = { statusCode: 200, body: `${quotes}xx` };
  const tooLarge = await post({});

  expect([largest.status, (await largest.text()).length]).toEqual([200, quotes.length]);
  expect([tooLarge.status, await tooLarge.json()]).toEqual([500, { message: 'Internal Server Error' }]);
});

test('gives what no other route takes to the route of all paths, with its key, and preflights to none', async () => {
  const seen: APIGatewayProxyEventV2[] = [];
  const run = async (event: APIGatewayProxyEventV2): Promise<Answer> => {
    seen.push(event);
    return answer;
  };
  const keys = ['POST /login', 'GET /', 'GET /{path+}', 'POST /{path+}'];
  const free = await findFreePort();
  const server = await startGateway(free, Promise.resolve(new Map(keys.map((key) => [key, run]))));
  const ask = async (method: string, path: string) =>
    (await fetch(`http://127.0.0.1:${free}${path}`, { method })).status;

  const statuses = [
    await ask('POST', '/login?x=1'),
    await ask('GET', '/login'),
    await ask('GET', '/'),
    await ask('POST', '/a/b'),
    await ask('OPTIONS', '/login'),
    await ask('DELETE', '/'),
  ];
  server.closeAllConnections();
  server.close();

  expect(statuses).toEqual([201, 201, 201, 201, 404, 404]);
  expect(seen.map(({ routeKey, rawPath }) => [routeKey, rawPath])).toEqual([
    ['POST /login', '/login'],
    ['GET /{path+}', '/login'],
    ['GET /', '/'],
    ['POST /{path+}', '/a/b'],
  ]);
  expect(seen.every(({ routeKey, requestContext }) => requestContext.routeKey === routeKey)).toBe(true);
});

test('a caller who hangs up while the service starts leaves no trace of it', async () => {
  const free = await findFreePort();
  const { promise, resolve } =
    Promise.withResolvers<ReadonlyMap<string, (event: APIGatewayProxyEventV2) => Promise<Answer>>>();
  const starting = await startGateway(free, promise);
  const arrived = once(starting, 'request');
  const socket = connect(free, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'));
  const [request] = await arrived;
  const gone = once(request.socket, 'close');
  socket.destroy();
  await gone;
  resolve(
    new Map([
      [
        'GET /',
        async (event) => {
          events.push(event);
          return answer;
        },
      ],
    ]),
  );
  await fetch(`http://127.0.0.1:${free}/other`);
  starting.close();

  expect(console.error).not.toHaveBeenCalled();
  expect(events).toEqual([]);
});
