import { expect, test } from 'vitest';
import { readDropped } from '../../../verifier/app/dropped.ts';

const certificate = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
const drop = (text: string, expected?: 'witness' | 'document') => readDropped(new File([text], 'given'), expected);

test.each([
  ['a document', JSON.stringify({ statement: { claimed: { proof: { note: certificate } } } })],
  ['a page', `<!doctype html><!-- ${certificate} --><script></script>`],
  ['a page behind a byte order mark', `\uFEFF \n<!doctype html><!-- ${certificate} -->`],
])('no certificate is trusted that came in %s', async (_what, text) => {
  expect((await drop(text)).is).toBe('document');
  expect((await drop(text, 'witness')).is).toBe('nothing');
});

test.each([
  ['alone', certificate],
  ['behind what openssl writes', `Certificate:\n    Data:\n        Version: 3 (0x2)\n${certificate}`],
])('a certificate is taken %s', async (_how, text) => {
  expect((await drop(text)).is).toBe('authority');
  expect((await drop(text, 'witness')).is).toBe('authority');
});

test.each([undefined, 'witness'] as const)('a policy is taken where it is given: %s', async (expected) => {
  expect(await drop('# ours\nquorum none\n', expected)).toMatchObject({ is: 'policy', policy: { whence: 'given' } });
  expect(await drop('quorum all\n', expected)).toMatchObject({
    is: 'nothing',
    says: expect.stringContaining('policy'),
  });
});

test('no policy is taken out of a document or a page', async () => {
  for (const text of [JSON.stringify({ statement: { name: 'x' } }, undefined, 1), '<!doctype html>\n'])
    expect((await drop(`${text}\nquorum none\n`)).is).toBe('document');
});
