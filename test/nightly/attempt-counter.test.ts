import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { lifetimes } from '../../shared/api/limits.ts';
import { countAttempt, newAttemptId } from '../../shared/identity/throttle.ts';
import { getItem } from '../../shared/store/read.ts';
import { noonMs } from '../shared/identity/attempts.ts';
import { table } from '../support/make/table.ts';

const longestMs = lifetimes.loginWindowSecondsLongest * 1_000;

const dayMs = 24 * 3_600_000;

/** Windows that somebody opens within a day who fails as often as they may, and pauses after so many windows. */
const countWindows = async (windows: number, pauseMs: number): Promise<number> => {
  const counter = { key: { PK: 'SITE#pauses', SK: randomUUID() }, limit: 1 };
  let nowMs = noonMs;
  let opened = 0;
  while (nowMs < noonMs + dayMs) {
    const item = await getItem(table, counter.key);
    const fullUntilMs = await countAttempt(table, counter, item, newAttemptId(), new Date(nowMs));
    if (fullUntilMs === undefined) opened += 1;
    else nowMs = fullUntilMs + (opened % windows === 0 ? pauseMs : 0);
  }
  return opened;
};

test('pauses gain an attacker nothing', { timeout: 120_000 }, async () => {
  const without = await countWindows(1, 0);

  expect(without).toBe(6 + Math.ceil((dayMs - 63 * 60_000) / longestMs));
  for (const [windows, quiet] of [
    [1, 1],
    [3, 1],
    [4, 1],
    [6, 1],
    [6, 5],
  ] as const) {
    expect(await countWindows(windows, quiet * longestMs), `${quiet} after ${windows} windows`).toBeLessThan(without);
  }
});
