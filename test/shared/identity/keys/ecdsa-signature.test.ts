import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { toRawSignature } from '../../../../shared/identity/keys/evidence-signer.ts';

const bytes = Buffer.from('evidence');
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

test('gives what Node verifies as r and s, whatever their lengths', () => {
  const lengths = new Set<number>();
  for (let i = 0; i < 600; i += 1) {
    const der = sign('sha256', bytes, privateKey);
    lengths.add(der.length);
    const raw = toRawSignature(der);
    expect(raw).toHaveLength(64);
    expect(verify('sha256', bytes, { key: publicKey, dsaEncoding: 'ieee-p1363' }, raw)).toBe(true);
  }
  expect(lengths.size).toBeGreaterThan(1);
});

const ones = '01'.repeat(32);

test.each([
  ['the shortest', '3006020101020102', `${'00'.repeat(31)}01${'00'.repeat(31)}02`],
  ['32 bytes each', `30440220${ones}0220${ones}`, ones + ones],
  ['a sign byte', `300702020080020101`, `${'00'.repeat(31)}80${'00'.repeat(31)}01`],
])('reads %s', (_, der, raw) => {
  expect(Buffer.from(toRawSignature(Buffer.from(der, 'hex'))).toString('hex')).toBe(raw);
});

test.each([
  ['nothing', ''],
  ['no sequence', '3106020101020102'],
  ['a wrong length', '3007020101020102'],
  ['a length in two bytes', '308106020101020102'],
  ['one integer', '3003020101'],
  ['three integers', '3009020101020102020103'],
  ['a byte too many', '300602010102010200'],
  ['no integer', '3006030101020102'],
  ['an integer beyond the end', '3006020101020202'],
  ['an empty integer', '300502000201 02'.replace(' ', '')],
  ['zero', '3006020100020102'],
  ['a negative number', '3006020180020102'],
  ['a byte that is not needed', '300702020001020102'],
  ['33 bytes', `304602 21${'01'.repeat(33)}0221${'01'.repeat(33)}`.replace(' ', '')],
])('refuses %s', (_, der) => {
  expect(() => toRawSignature(Buffer.from(der, 'hex'))).toThrow('not DER');
});
