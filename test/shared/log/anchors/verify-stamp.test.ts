import { describe, expect, test } from 'vitest';
import { readOnly } from '../../../../shared/log/anchors/ber.ts';
import { verifyStamp } from '../../../../shared/log/anchors/verify-stamp.ts';
import { judgeStock } from './stamps/judge-stock.ts';
import { bytes, readStock } from './stamps/stock.ts';

const stock = readStock();

describe('a stamp', () => judgeStock(() => stock));

/** How often the reader of elements looks at an octet before it has read or refused the outermost. */
const countLooks = (content: Uint8Array<ArrayBuffer>): number => {
  let looks = 0;
  const counting = new Proxy(content, {
    get: (target, name) => {
      if (typeof name === 'string' && /^\d+$/.test(name)) looks += 1;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  try {
    readOnly(counting);
  } catch {
    // What is counted is the way there.
  }
  return looks;
};

test.each([
  ['nothing', []],
  ['zeros', new Uint8Array(1_000)],
  ['elements in each other without end', new Uint8Array(60_000).fill(0x30)],
  ['elements of indefinite length in each other', Uint8Array.from({ length: 60_000 }, (_, i) => (i % 2 ? 0x80 : 0x30))],
  ['octets in each other', Uint8Array.from({ length: 60_000 }, (_, i) => (i % 2 ? 0x80 : 0x24))],
  ['a length of four octets', [0x30, 0x84, 0xff, 0xff, 0xff, 0xff]],
  ['text', new TextEncoder().encode('<html>')],
])('%s is no stamp, which few looks at it say', async (_what, content) => {
  const verification = await verifyStamp(Uint8Array.from(content), bytes, '');

  expect(verification).toMatchObject({ verdict: 'refused', checks: [{ name: 'form', holds: false }] });
  expect(verification.stamp).toBeUndefined();
  expect(countLooks(Uint8Array.from(content))).toBeLessThan(200);
});

test('what is longer than any token is not read', async () => {
  const { checks } = await verifyStamp(new Uint8Array(65_537), bytes);

  expect(checks).toEqual([
    { name: 'form', holds: false, says: 'This is no time stamp, or a damaged one. It is longer than any time stamp.' },
  ]);
});
