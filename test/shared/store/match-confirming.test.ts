import { expect, test } from 'vitest';
import type { Entry } from '../../../shared/store/consent-list.ts';
import type { Reading } from '../../../shared/store/list-reading.ts';
import { afterAll, beforeAll, openReading } from '../../../shared/store/list-reading.ts';
import { findShortest } from '../../../shared/store/match-confirming.ts';

const newReading = (count: number, cursor: Reading['parts'][number]['cursor']): Reading => ({
  ...openReading({ partitions: ['LIST'] }, 'newest-first', { above: beforeAll, upTo: afterAll }),
  parts: [{ partition: 'LIST', cursor, lastId: undefined }],
  entries: Array.from({ length: count }, (_, i) => ({ id: String(i) }) as Entry),
});

test('the shortest list is one that was read to its end, and of these the one with the fewest entries', () => {
  const [short, long, longer, unread] = [
    newReading(1, null),
    newReading(5, null),
    newReading(9, null),
    newReading(0, {}),
  ];

  for (const readings of [
    [long, short, unread],
    [unread, short, long, longer],
    [longer, long, short],
  ]) {
    expect(findShortest(readings)).toBe(short);
  }
  expect(findShortest([longer, unread, long])).toBe(long);
  expect(findShortest([unread])).toBeUndefined();
});
