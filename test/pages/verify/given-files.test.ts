import { expect, test } from 'vitest';
import { readDropped } from '../../../pages/verify/given-files.ts';
import { placeForDocument, putDocument } from '../../../verifier/document.ts';
import { makeLog, otherEntry } from '../../support/make/made-log.ts';
import { documentKeyOf } from '../../support/make/statement.ts';

const drop = (text: string, expected?: 'checkpoint' | 'document') => readDropped(new File([text], 'given'), expected);

test('a key file that is wrong is refused by its fault, for which the page has a sentence in each language', async () => {
  const { kty, crv, x } = documentKeyOf('ours').jwk;

  expect(await drop(JSON.stringify({ keys: [{ kty, crv, x }] }))).toEqual({
    is: 'nothing',
    why: { keyFault: { code: 'no-point', source: 'given', member: '' } },
  });
});

test('a key file is one whichever member comes first', async () => {
  const { jwk } = documentKeyOf('ours');

  expect((await drop(JSON.stringify({ logKeys: [], keys: [jwk] }))).is).toBe('keys');
  expect((await drop(JSON.stringify({ usedFrom: null, ...jwk }))).is).toBe('keys');
});

test('a page is one where the command takes it for one too', async () => {
  const page = putDocument(placeForDocument, '{}');

  expect(await drop(`${' '.repeat(1_000)}${page}`)).toMatchObject({ is: 'document', fromPage: true });
  expect(await drop(`${' '.repeat(1_024)}${page}`)).toMatchObject({ is: 'document', fromPage: false });
});

const note = makeLog([otherEntry(0), otherEntry(1)]).note(2);
const mailOf = (whole: string): string =>
  `Dear reader,\nlog in to see more.\n${JSON.stringify({ detail: { note: whole } })}\ngroup of services\n`;

test.each([
  ['alone', note],
  ['with white space around it', `${' '.repeat(70_000)}${note}\r\n\r\n`],
  ['in a mail', mailOf(note)],
])('a checkpoint is taken %s, however long the file is', async (_how, text) => {
  for (const expected of [undefined, 'checkpoint'] as const)
    expect(await drop(text, expected)).toMatchObject({ is: 'checkpoint', checkpoint: { head: { size: 2 } } });
});

test('no checkpoint is taken out of a document or a page', async () => {
  const told = JSON.stringify({ note });
  for (const text of [`<!doctype html><!-- ${told} -->`, JSON.stringify({ statement: {}, note })]) {
    expect((await drop(text)).is).toBe('document');
    expect(await drop(text, 'checkpoint')).toMatchObject({
      is: 'nothing',
      why: { remark: 'documentForLog' },
    });
  }
});

test('a damaged checkpoint is no document', async () => {
  expect(await drop(`${note}x\n`)).toMatchObject({
    is: 'nothing',
    why: { english: expect.stringContaining('given is not a checkpoint of a log') },
  });
});
