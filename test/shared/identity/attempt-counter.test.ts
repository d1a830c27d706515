import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { lifetimes } from '../../../shared/api/limits.ts';
import { countAttempt, newAttemptId, uncountAttempt } from '../../../shared/identity/throttle.ts';
import { getItem } from '../../../shared/store/read.ts';
import { table } from '../../support/make/table.ts';
import { noonMs } from './attempts.ts';

test('windows without a failure do not make the next ones shorter', async () => {
  const counter = { key: { PK: 'SITE#successes', SK: randomUUID() }, limit: 1 };
  let nowMs = noonMs;
  const lengths: number[] = [];
  for (const isTakenBack of [false, false, true, true, false, false]) {
    const id = newAttemptId();
    await countAttempt(table, counter, await getItem(table, counter.key), id, new Date(nowMs));
    const item = await getItem(table, counter.key);
    lengths.push((Number(item?.windowEndsMs) - nowMs) / 60_000);
    if (isTakenBack) await uncountAttempt(table, counter.key, id);
    nowMs = Number(item?.windowEndsMs);
  }

  expect(lengths).toEqual([1, 2, 4, 4, 4, 8]);
});

test('windows are shorter after a pause by one step for each longest window in it, and no more', async () => {
  const counter = { key: { PK: 'SITE#pauses', SK: randomUUID() }, limit: 1 };
  const longestMs = lifetimes.loginWindowSecondsLongest * 1_000;
  let nowMs = noonMs;
  const lengths: number[] = [];
  for (const pauseMs of [0, 0, longestMs - 1, 2 * longestMs, 9 * longestMs, 0]) {
    await countAttempt(table, counter, await getItem(table, counter.key), newAttemptId(), new Date(nowMs));
    const item = await getItem(table, counter.key);
    lengths.push((Number(item?.windowEndsMs) - nowMs) / 60_000);
    nowMs = Number(item?.windowEndsMs) + pauseMs;
  }

  expect(lengths).toEqual([1, 2, 4, 8, 4, 1]);
});
