import { expect, test } from 'vitest';
import { readTimeSpan, timePattern } from '../../../shared/schema/time-span.ts';
import { runs } from '../../support/make/chance.ts';
import { fc } from '../../support/make/properties.ts';

const near = fc
  .tuple(
    fc.constantFrom('', ' ', '\t', '\u00a0', '\n', 'x'),
    fc.constantFrom('2026', '0000', '9999', '+12026', '26'),
    fc.constantFrom('-01', '-02', '-12', '-13', '-00', '-1', ''),
    fc.constantFrom('', '', '-01', '-29', '-30', '-31', '-32', '-00', '-1'),
    fc.constantFrom('', '', 'T14:30', ' 14:30', 't14:30', '  14:30', 'T24:00', 'T23:59', 'T14:60', 'T14'),
    fc.constantFrom('', '', ':00', ':59', ':60', ':00.000', ':00.1', ':00.1234'),
    fc.constantFrom('', '', 'Z', 'z', 'ZZ', '+00:00'),
    fc.constantFrom('', ' ', '\n', '\ufeff'),
  )
  .map((parts) => parts.join(''));

test('whatever names a time looks as the pattern says, which the document has', () => {
  const read = new Set<boolean>();

  fc.assert(
    fc.property(near, (text) => {
      const isRead = readTimeSpan(text) !== undefined;
      read.add(isRead);
      expect(timePattern.test(text) || !isRead, JSON.stringify(text)).toBe(true);
    }),
    { numRuns: runs(200) },
  );

  expect([...read].sort()).toEqual([false, true]);
});

test.each(['0.99999', '^|á', 'now', '2026', '2026-13', '2026-11-32', '2026-11-22T24:00', '1 2026-11'])(
  '%j does not look like a time',
  (text) => {
    expect(timePattern.test(text)).toBe(false);
  },
);
