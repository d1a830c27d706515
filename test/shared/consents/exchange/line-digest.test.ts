import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { newLineDigest } from '../../../../shared/consents/exchange/line-digest.ts';

const digestOf = (lines: readonly string[]): string => {
  const digest = newLineDigest();
  for (const line of lines) digest.add(Buffer.from(line));
  return digest.toHex();
};

test('the digest is that of the paper: sums of 1,024 numbers of 16 bits, worked out another way', () => {
  const lines = ['one', 'two', 'two', ''];
  const sums = Array.from({ length: 1_024 }, () => 0n);
  for (const line of lines) {
    const hex = createHash('shake256', { outputLength: 2_048 }).update(line).digest('hex');
    for (const [i, sum] of sums.entries()) {
      const [low, high] = [hex.slice(4 * i, 4 * i + 2), hex.slice(4 * i + 2, 4 * i + 4)];
      sums[i] = (sum + BigInt(`0x${high}${low}`)) % 65_536n;
    }
  }
  const bytes = sums.flatMap((sum) => [Number(sum % 256n), Number(sum / 256n)]);

  expect(digestOf(lines)).toBe(createHash('sha256').update('4\n').update(Buffer.from(bytes)).digest('hex'));
});

test('the digest does not depend on the order, and does on every line and how often it is there', () => {
  const digest = digestOf(['a', 'b', 'c']);

  expect(digestOf(['c', 'a', 'b'])).toBe(digest);
  for (const other of [['a', 'b'], ['a', 'b', 'd'], ['a', 'b', 'c', 'c'], ['ab', 'c'], []]) {
    expect(digestOf(other)).not.toBe(digest);
  }
});

test('a line that is there so often that its sums are none again is not as if it were missing', () => {
  const digest = newLineDigest();
  const line = Buffer.from('a');
  for (let i = 0; i < 65_536; i += 1) digest.add(line);

  expect(digest.toHex()).not.toBe(digestOf([]));
});
