import { expect, test } from 'vitest';
import { readStampedContent } from '../../../../shared/log/anchors/verify-stamp.ts';

const der = (tag: number, ...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const content = Buffer.concat(parts);
  const length = content.length < 0x80 ? [content.length] : [0x81, content.length];
  return Uint8Array.from([tag, ...length, ...content]);
};
const hex = (digits: string) => Uint8Array.from(Buffer.from(digits, 'hex'));
const ascii = (text: string) => Uint8Array.from(Buffer.from(text, 'ascii'));

const sha256 = der(0x30, hex('0609608648016503040201'), hex('0500'));
const beginning = [
  hex('020101'),
  hex('06032a0304'),
  der(0x30, sha256, der(0x04, new Uint8Array(32))),
  hex('02012a'),
  der(0x18, ascii('20261123150000Z')),
];
const nonce = hex('02020102');
const tsa = der(0xa0, der(0x82, ascii('tsa.example')));

/** `isCritical` is FALSE where it is not written (X.509). */
const extension = (isCritical: boolean) =>
  der(0x30, hex('06032a0305'), ...(isCritical ? [hex('0101ff')] : []), der(0x04, hex('0500')));
const stampOf = (...members: readonly Uint8Array[]) => der(0x30, ...beginning, ...members);

test('a stamp is read with the name of its authority and with extensions that are not critical', () => {
  const plain = readStampedContent(stampOf(nonce));

  expect(plain).toMatchObject({ policy: '1.2.3.4', nonce: '0102', time: new Date('2026-11-23T15:00:00Z') });
  expect(readStampedContent(stampOf(nonce, tsa, der(0xa1, extension(false))))).toEqual(plain);
});

test.each([
  [
    'a critical extension',
    [nonce, tsa, der(0xa1, extension(true))],
    'critical extension that is not known here: 1.2.3.5',
  ],
  ['an extension twice', [nonce, der(0xa1, extension(false), extension(false))], 'twice'],
  ['something behind its members', [nonce, tsa, tsa], 'follows the members'],
])('a stamp with %s is refused', (_, members, says) => {
  expect(() => readStampedContent(stampOf(...members))).toThrow(says);
});
