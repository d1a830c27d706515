import { expect, test } from 'vitest';
import { answerDueOn } from '../../../../shared/consents/erasure/request-schemas.ts';
import { isDay } from '../../../../shared/runtime/time.ts';

test.each([
  ['2026-11-20', '2026-12-20'],
  ['2026-12-31', '2027-01-31'],
  ['2026-01-31', '2026-02-28'],
  ['2028-01-30', '2028-02-29'],
  ['2026-03-31', '2026-04-30'],
  ['2026-02-28', '2026-03-28'],
])('a request of %s is answered by %s: the same day of the next month, or its last', (receivedOn, dueOn) => {
  expect(answerDueOn(receivedOn)).toBe(dueOn);
});

test('a day is one of the calendar', () => {
  expect(['2028-02-29', '2026-02-29', '2026-11-31', '2026-13-01'].filter(isDay)).toEqual(['2028-02-29']);
});
