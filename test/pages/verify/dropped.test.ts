import { expect, test } from 'vitest';
import { readDropped } from '../../../pages/verify/dropped.ts';
import { documentKeyOf } from '../../support/evidence-document.ts';
import { makeLog, otherEntry } from '../../support/made-log.ts';
import { toOld } from '../../support/notes.ts';
import { readAuthority } from '../../support/stored-authority.ts';
import { makeWitness } from '../../support/witness.ts';

const certificate = readAuthority().root;
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

test('a file with a damaged certificate is refused by its name', async () => {
  for (const expected of [undefined, 'witness'] as const)
    expect(await drop(`${certificate}${certificate.replace('MII', 'MIJ')}`, expected)).toEqual({
      is: 'nothing',
      why: { english: 'given has a damaged certificate: number 2 in it cannot be read.' },
    });
});

test('a key file that is wrong is refused by its fault, for which the page has a sentence in each language', async () => {
  const { kty, crv, x } = documentKeyOf('ours').jwk;

  expect(await drop(JSON.stringify({ keys: [{ kty, crv, x }] }))).toEqual({
    is: 'nothing',
    why: { keyFault: { code: 'no-point', whence: 'given', member: '' } },
  });
});

test.each([undefined, 'witness'] as const)('a policy is taken where it is given: %s', async (expected) => {
  expect(await drop('# ours\nquorum none\n', expected)).toMatchObject({ is: 'policy', policy: { whence: 'given' } });
  expect(await drop('quorum all\n', expected)).toMatchObject({
    is: 'nothing',
    why: { english: expect.stringContaining('policy') },
  });
});

test('no policy is taken out of a document or a page', async () => {
  for (const text of [JSON.stringify({ statement: { name: 'x' } }, undefined, 1), '<!doctype html>\n'])
    expect((await drop(`${text}\nquorum none\n`)).is).toBe('document');
});

const note = makeLog([otherEntry(0), otherEntry(1)]).note(2);
const cosigned = Array.from({ length: 60 }, (_, i) => makeWitness(`w${i}.example`)).reduce(
  (whole, { cosign }) => cosign(whole),
  note,
);
const mailOf = (whole: string): string =>
  `Dear reader,\nlog in to see more.\n${JSON.stringify({ detail: { note: whole } })}\ngroup of services\n`;

test.each([
  ['alone', note],
  ['with the lines of 60 witnesses', cosigned],
  ['with white space around it', `${' '.repeat(70_000)}${note}\r\n\r\n`],
  ['in a mail', mailOf(note)],
  ['in a mail, with the lines of 60 witnesses', mailOf(cosigned)],
])('a checkpoint is taken %s, however long the file is', async (_how, text) => {
  for (const expected of [undefined, 'witness'] as const)
    expect(await drop(text, expected)).toMatchObject({ is: 'checkpoint', checkpoint: { head: { size: 2 } } });
});

test('a certificate is taken behind pages of text', async () => {
  expect((await drop(`${'Certificate: \n'.repeat(1_000)}${certificate}`)).is).toBe('authority');
});

test('PEM with text around it is neither a key file nor a document', async () => {
  expect(await drop('Our key:\n-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n')).toMatchObject({
    is: 'nothing',
    why: { keyFault: { code: 'more-than-keys', whence: 'given', member: '' } },
  });
});

test('no checkpoint is taken out of a document or a page', async () => {
  const told = JSON.stringify({ note });
  for (const text of [`<!doctype html><!-- ${told} -->`, JSON.stringify({ statement: {}, note })]) {
    expect((await drop(text)).is).toBe('document');
    expect(await drop(text, 'witness')).toMatchObject({
      is: 'nothing',
      why: { remark: 'documentForLog' },
    });
  }
});

test('a text with a line that begins like one of a policy is no policy', async () => {
  const mail = 'Dear reader,\nlog in to see more.\n';

  expect((await drop(mail)).is).toBe('document');
  expect(await drop(mail, 'witness')).toEqual({
    is: 'nothing',
    why: {
      english: expect.stringMatching(
        /^given is not a checkpoint .+ no certificate .+ not a policy for logs: in line 1,/,
      ),
    },
  });
});

test.each([
  ['damaged', `${note}x\n`, 'given is not a checkpoint of a log'],
  ['of the old form', toOld(note), 'given is a checkpoint of the old form'],
])('a checkpoint that is %s is no document', async (_how, text, says) => {
  expect(await drop(text)).toMatchObject({ is: 'nothing', why: { english: expect.stringContaining(says) } });
});
