import type { RequestListener } from 'node:http';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { listenOnLoopback } from '../../../cli/local/loopback.ts';
import { stampCheckpoint } from '../../../shared/anchors/stamp-checkpoint.ts';
import { encodeStampRequest, newNonce } from '../../../shared/anchors/time-stamp-request.ts';
import { Unstamped } from '../../../shared/anchors/unstamped.ts';
import { verifyStamp } from '../../../shared/anchors/verify-stamp.ts';
import type { Authorities } from '../../support/time-stamp-authority.ts';
import { makeAuthority, needsOpenssl, openAuthorities } from '../../support/time-stamp-authority.ts';

const note = 'consent-register/test\n7\ncm9vdA==\n\n— consent-register/test c2lnbmF0dXJl\n';

/** How long an authority may take that answers in the end: no machine is as slow. */
const milliseconds = 100_000;

const serve = async (listener: RequestListener): Promise<URL> => {
  const server = createServer(listener);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return new URL(`http://127.0.0.1:${await listenOnLoopback(server)}/stamp`);
};

/** An authority that answers each request as this does. */
const serveReplies = (reply: (request: Uint8Array) => Promise<Uint8Array>): Promise<URL> =>
  serve(async (request, response) => {
    const answer = await reply(new Uint8Array(await buffer(request)));
    response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(answer);
  });

const faultOf = async (stamping: Promise<unknown>): Promise<Unstamped> => {
  const error = await stamping.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Unstamped)) throw new Error('There is a stamp, or another error.');
  return error;
};

describe('an authority', needsOpenssl, () => {
  let authorities: Authorities;
  let root: string;

  beforeAll(async () => {
    authorities = await openAuthorities();
    root = await makeAuthority(authorities, 'good');
  });

  afterAll(() => authorities.remove());

  test('stamps a checkpoint, as this register and openssl find', async () => {
    const authority = await serveReplies((request) => authorities.reply('good', request));

    const token = await stampCheckpoint({ authority, note });

    expect(await verifyStamp(token, new TextEncoder().encode(note), root)).toMatchObject({ verdict: 'valid' });
    expect(await authorities.accepts(token, note, root)).toBe(true);
  });

  test('is asked as RFC 3161 says, with the name and password of its address in a header', async () => {
    const asked: unknown[] = [];
    const authority = await serve(async (request, response) => {
      const { method, url, headers } = request;
      asked.push([method, url, headers['content-type'], headers.authorization]);
      response.end(await authorities.reply('good', new Uint8Array(await buffer(request))));
    });
    authority.username = 'régister';
    authority.password = 'a:b@c';

    await stampCheckpoint({ authority, note, milliseconds });

    const secret = Buffer.from('régister:a:b@c').toString('base64');
    expect(asked).toEqual([['POST', '/stamp', 'application/timestamp-query', `Basic ${secret}`]]);
  });

  test('gives a stamp for other bytes, or for another request, in vain', async () => {
    const digest = async (text: string): Promise<Uint8Array> =>
      new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
    const imprint = await digest(note);
    const again = await serveReplies(() =>
      authorities.reply('good', encodeStampRequest({ imprint, nonce: newNonce() })),
    );
    const other = await serveReplies(async (request) => {
      const nonce = request.subarray(-12, -3);
      return authorities.reply('good', encodeStampRequest({ imprint: await digest('other'), nonce }));
    });

    expect(await faultOf(stampCheckpoint({ authority: again, note, milliseconds }))).toMatchObject({
      fault: 'unsound',
      message: expect.stringContaining('answers another request'),
    });
    expect(await faultOf(stampCheckpoint({ authority: other, note, milliseconds }))).toMatchObject({
      fault: 'unsound',
      message: expect.stringContaining('The stamp is for other bytes.'),
    });
  });

  test('that refuses says why', async () => {
    const authority = await serveReplies((request) => authorities.reply('good', request, '-tspolicy', '1.2.3.4'));
    const unknownDigest = await serveReplies((request) => {
      const sha3 = new Uint8Array(request);
      sha3[sha3.indexOf(0x60) + 8] = 8;
      return authorities.reply('good', sha3);
    });

    await expect(stampCheckpoint({ authority, note, milliseconds })).resolves.toBeInstanceOf(Uint8Array);
    expect(await faultOf(stampCheckpoint({ authority: unknownDigest, note, milliseconds }))).toMatchObject({
      fault: 'refused',
      message: expect.stringMatching(
        /^The time-stamp authority at 127\.0\.0\.1:\d+ gave no stamp: it does not take SHA-256; /,
      ),
    });
  });

  test('whose answer was damaged on its way gives no stamp', async () => {
    const authority = await serveReplies(async (request) => {
      const answer = new Uint8Array(await authorities.reply('good', request));
      answer[answer.length - 8] = (answer[answer.length - 8] ?? 0) ^ 1;
      return answer;
    });

    expect(await faultOf(stampCheckpoint({ authority, note, milliseconds }))).toMatchObject({
      fault: 'unsound',
      message: expect.stringContaining('The signature does not fit the stamp.'),
    });
  });
});

test.each<[string, RequestListener, string, string]>([
  ['a page', (_request, response) => response.end('<!doctype html><title>Hello</title>'), 'form', 'Check the address.'],
  ['nothing', (_request, response) => response.end(), 'form', 'Check the address.'],
  ['500', (_request, response) => response.writeHead(500).end('x'), 'status', 'it answers 500. Ask again later'],
  ['401', (_request, response) => response.writeHead(401).end(), 'status', 'Check the name and password'],
  ['404', (_request, response) => response.writeHead(404).end(), 'status', 'Check the path'],
  ['400', (_request, response) => response.writeHead(400).end(), 'status', 'Check that the address is one'],
  ['429', (_request, response) => response.writeHead(429).end(), 'status', 'Stamp less often'],
  [
    'a redirection',
    (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
    'status',
    'it answers 302. Set the address that it redirects to',
  ],
  ['a huge body', (_request, response) => response.end(Buffer.alloc(10_000_000, 0x30)), 'form', 'longer than any'],
  [
    'a body without end',
    (_request, response) => {
      const writing = setInterval(() => response.write('x'), 5);
      response.once('close', () => clearInterval(writing));
    },
    'unreachable',
    'within 0.2 s',
  ],
  ['silence', () => {}, 'unreachable', 'it did not answer within 0.2 s. Ask again later'],
  ['a broken connection', (request) => void request.socket.destroy(), 'unreachable', 'it cannot be reached'],
])('an authority that answers with %s gives no stamp, and what to do is said', async (_what, listener, fault, says) => {
  const authority = await serve(listener);
  const endsByTheClock = says.includes('within 0.2 s');

  const error = await faultOf(stampCheckpoint({ authority, note, milliseconds: endsByTheClock ? 200 : milliseconds }));

  expect(error.fault).toBe(fault);
  expect(error.message).toMatch(/^The time-stamp authority at 127\.0\.0\.1:\d+ gave no stamp: /);
  expect(error.message).toContain(says);
});

test('an address that nobody answers at is named without its password', async () => {
  const authority = new URL('http://register:secret@127.0.0.1:9/stamp');

  const { fault, message } = await faultOf(stampCheckpoint({ authority, note }));

  expect(fault).toBe('unreachable');
  expect(message).toContain('127.0.0.1:9');
  expect(message).not.toContain('secret');
});
