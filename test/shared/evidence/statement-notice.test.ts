import { expect, test } from 'vitest';
import { statementOf } from '../../support/make/statement.ts';

const next = new Date('2026-04-01T09:00:00Z');

test.each([
  ['the last moment before the next version', new Date(next.getTime() - 1), true],
  ['the moment of the next version', next, false],
  ['the moment of its own publication', new Date('2026-03-01T00:00:00Z'), true],
  ['a moment before it was published', new Date('2026-02-28T23:59:59.999Z'), false],
])('at %s a version is current or not', (_moment, given, wasCurrent) => {
  expect(statementOf({ times: { given }, askedAgain: next }).notice.wasCurrent).toBe(wasCurrent);
  const mailbox = { userId: 1, askedAt: given.toISOString(), mailedAt: null, userActivated: true };
  expect(statementOf({ mailbox, times: { given: new Date('2026-04-03') }, askedAgain: next }).notice.wasCurrent).toBe(
    wasCurrent,
  );
});
