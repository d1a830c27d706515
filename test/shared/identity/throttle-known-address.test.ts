import { expect, test } from 'vitest';
import { isKnown } from '../../../shared/identity/throttle.ts';

const now = new Date('2026-11-25T10:00:00.900Z');
const seconds = Date.UTC(2026, 10, 25, 10) / 1_000;

test.each([
  ['that no user signed in from', undefined, false],
  ['from which passwords were tried', { attempts: 3 }, false],
  ['known until now', { knownUntil: seconds }, false],
  ['known until a second ago', { knownUntil: seconds - 1 }, false],
  ['known for another second', { knownUntil: seconds + 1 }, true],
])('an address %s: %s is known %s', (_, item, expected) => {
  expect(isKnown(item, now)).toBe(expected);
});
