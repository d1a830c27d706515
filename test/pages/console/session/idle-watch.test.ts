import { expect, test } from 'vitest';
import { idleLimit, judgePresence } from '../../../../pages/console/session/idle-watch.tsx';

const minute = 60_000;
const last = Date.UTC(2026, 10, 22, 9);

test.each([
  [0, { is: 'present' }],
  [14 * minute - 1, { is: 'present' }],
  [14 * minute, { is: 'leaving', remaining: minute }],
  [15 * minute - 1, { is: 'leaving', remaining: 1 }],
  [15 * minute, { is: 'gone' }],
  [8 * 60 * minute, { is: 'gone' }],
  [-5 * minute, { is: 'present' }],
])('%i milliseconds after the last input', (passed, presence) => {
  expect(judgePresence(last, last + passed)).toEqual(presence);
});

test('a session ends a quarter of an hour after the last input', () => {
  expect(idleLimit).toBe(15 * minute);
});
