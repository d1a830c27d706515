import type { RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { stampCheckpoint } from '../../../shared/log/time-stamp.ts';
import { faultOf, note, serveAuthority, serveReplies } from './served-authority.ts';
import { answerStamp, readAnswers } from './stored-authority.ts';

/** How long an authority may take that answers in the end: no machine is as slow. */
const milliseconds = 100_000;

const stored = readAnswers();

test('the stamp of an authority is kept byte for byte', async () => {
  const answers: Buffer[] = [];
  const authority = await serveReplies((request) => {
    answers.push(answerStamp(stored, request));
    return answers[0] ?? request;
  });

  const token = await stampCheckpoint({ authority, note, milliseconds });

  const [answer = Buffer.of()] = answers;
  expect(answer.subarray(-token.length).equals(token)).toBe(true);
  // A TimeStampResp begins with its length and a PKIStatusInfo of five octets.
  expect(answer.length - token.length).toBe(9);
});

test('an authority is asked as RFC 3161 says, with the name and password of its address in a header', async () => {
  const asked: unknown[] = [];
  const bodies: Buffer[] = [];
  const authority = await serveAuthority(async (request, response) => {
    const { method, url, headers } = request;
    asked.push([method, url, headers['content-type'], headers.authorization]);
    const body = await buffer(request);
    bodies.push(body);
    response.end(answerStamp(stored, body));
  });
  authority.username = 'régister';
  authority.password = 'a:b@c';

  await stampCheckpoint({ authority, note, milliseconds });

  const secret = Buffer.from('régister:a:b@c').toString('base64');
  expect(asked).toEqual([['POST', '/stamp', 'application/timestamp-query', `Basic ${secret}`]]);
  const granted = Buffer.from(stored.request, 'base64');
  const [nonce, end] = [granted.length - 12, granted.length - 3];
  expect(bodies.map((body) => body.fill(granted.subarray(nonce, end), nonce, end))).toEqual([granted]);
});

/** The request with other octets from here to there, counted from its end. */
const changed = (request: Uint8Array, from: number, to: number): Uint8Array =>
  new Uint8Array(request).fill(1, from, to);

test.each([
  ['other bytes', (request: Uint8Array) => changed(request, -46, -14)],
  ['another request', (request: Uint8Array) => changed(request, -12, -3)],
])('a stamp for %s is not kept', async (_what, change) => {
  const authority = await serveReplies((request) => answerStamp(stored, change(request)));

  expect(await faultOf(stampCheckpoint({ authority, note, milliseconds }))).toMatchObject({ fault: 'unsound' });
});

test('the refusal of an authority is reported with its status', async () => {
  const authority = await serveReplies(() => Buffer.from(stored.refused, 'base64'));

  expect(await faultOf(stampCheckpoint({ authority, note, milliseconds }))).toMatchObject({
    fault: 'refused',
    status: 2,
  });
});

test.each([
  ['cut short', (answer: Buffer) => answer.subarray(0, -1)],
  ['with more behind it', (answer: Buffer) => Buffer.concat([answer, Buffer.of(0)])],
  ['of indefinite length', (answer: Buffer) => Buffer.concat([Buffer.of(0x30, 0x80), answer.subarray(4)])],
  ['without a status', () => Buffer.of(0x30, 0x02, 0x30, 0x00)],
])('an answer %s is no time stamp', async (_how, change) => {
  const authority = await serveReplies((request) => change(answerStamp(stored, request)));

  expect(await faultOf(stampCheckpoint({ authority, note, milliseconds }))).toMatchObject({ fault: 'form' });
});

test.each<[string, RequestListener, string, number?]>([
  ['a page', (_request, response) => response.end('<!doctype html><title>Hello</title>'), 'form'],
  ['nothing', (_request, response) => response.end(), 'form'],
  ['500', (_request, response) => response.writeHead(500).end('x'), 'status', 500],
  ['401', (_request, response) => response.writeHead(401).end(), 'status', 401],
  [
    'a redirection',
    (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
    'status',
    302,
  ],
  ['a huge body', (_request, response) => response.end(Buffer.alloc(10_000_000, 0x30)), 'form'],
  [
    'a body without end',
    (_request, response) => {
      const writing = setInterval(() => response.write('x'), 5);
      response.once('close', () => clearInterval(writing));
    },
    'late',
  ],
  ['silence', () => {}, 'late'],
  ['a broken connection', (request) => void request.socket.destroy(), 'unreachable'],
])('an authority that answers with %s gives no stamp, and it is logged why', async (_what, listener, fault, status) => {
  const authority = await serveAuthority(listener);

  const stamping = stampCheckpoint({ authority, note, milliseconds: fault === 'late' ? 200 : milliseconds });

  expect(await faultOf(stamping)).toMatchObject({ fault, status });
});

test('an address that nobody answers at appears in no error', async () => {
  const authority = new URL('http://register:secret@127.0.0.1:9/stamp');

  const { fault, message } = await faultOf(stampCheckpoint({ authority, note }));

  expect(fault).toBe('unreachable');
  expect(message).not.toMatch(/127|secret/);
});
