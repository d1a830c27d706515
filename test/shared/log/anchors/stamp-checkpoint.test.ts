import type { RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { encodeStampRequest, newNonce, stampCheckpoint } from '../../../../shared/log/anchors/anchor-pending.ts';
import { verifyStamp } from '../../../../shared/log/anchors/verify-stamp.ts';
import { answerStamp, readAuthority } from '../../../support/stored-authority.ts';
import { faultOf, note, serveAuthority, serveReplies } from './served-authority.ts';

/** How long an authority may take that answers in the end: no machine is as slow. */
const milliseconds = 100_000;

const stored = readAuthority();

describe('an authority', () => {
  test('stamps a checkpoint, as this register finds', async () => {
    const authority = await serveReplies((request) => answerStamp(stored, request));

    const token = await stampCheckpoint({ authority, note });

    expect(await verifyStamp(token, new TextEncoder().encode(note), stored.root)).toMatchObject({ verdict: 'valid' });
  });

  test('is asked as RFC 3161 says, with the name and password of its address in a header', async () => {
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

  test('gives a stamp for other bytes, or for another request, in vain', async () => {
    const digest = async (text: string): Promise<Uint8Array> =>
      new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
    const imprint = await digest(note);
    const again = await serveReplies(() => answerStamp(stored, encodeStampRequest({ imprint, nonce: newNonce() })));
    const other = await serveReplies(async (request) => {
      const nonce = request.subarray(-12, -3);
      return answerStamp(stored, encodeStampRequest({ imprint: await digest('other'), nonce }));
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
    const authority = await serveReplies((request) => answerStamp(stored, request, 'byOtherPolicy'));
    const unknownDigest = await serveReplies(() => Buffer.from(stored.refused, 'base64'));

    await expect(stampCheckpoint({ authority, note, milliseconds })).resolves.toBeInstanceOf(Uint8Array);
    expect(await faultOf(stampCheckpoint({ authority: unknownDigest, note, milliseconds }))).toMatchObject({
      fault: 'refused',
      message: expect.stringMatching(
        /^The time-stamp authority at 127\.0\.0\.1:\d+ gave no stamp: it does not take SHA-256; /,
      ),
    });
  });

  test('whose answer was damaged on its way gives no stamp', async () => {
    const authority = await serveReplies((request) => {
      const answer = answerStamp(stored, request);
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
  const authority = await serveAuthority(listener);
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
