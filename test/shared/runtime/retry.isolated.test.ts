import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RetryLimits } from '../../../shared/runtime/retry.ts';
import { attemptsWithin, retry } from '../../../shared/runtime/retry.ts';

/** When work was tried, in milliseconds from the start. */
const timesOf = async (endurance: RetryLimits): Promise<number[]> => {
  const times: number[] = [];
  const start = performance.now();
  for await (const _ of attemptsWithin(endurance)) times.push(performance.now() - start);
  return times;
};

describe('as time passes', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(timers, 'setTimeout').mockImplementation(async (milliseconds) => {
      vi.advanceTimersByTime(milliseconds ?? 0);
      return undefined as never;
    });
    syncBuiltinESMExports();
  });

  afterEach(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
    vi.useRealTimers();
  });

  test.each<[string, RetryLimits, number[]]>([
    ['pauses double', { pause: 10, attempts: 5 }, [0, 10, 30, 70, 150]],
    ['pauses double up to the longest', { pause: 10, longest: 30, attempts: 5 }, [0, 10, 30, 60, 90]],
    ['no pause ends after the budget', { pause: 10, budget: 70 }, [0, 10, 30, 70]],
    ['the first limit counts', { pause: 10, budget: 70, attempts: 2 }, [0, 10]],
    ['work is tried once in any case', { pause: 10, budget: 0 }, [0]],
  ])('%s', async (_name, endurance, times) => {
    vi.spyOn(Math, 'random').mockReturnValue(1);

    expect(await timesOf(endurance)).toEqual(times);
  });

  test('a pause is any part of the longest that it may be', async () => {
    for (const part of [0, 0.25, 0.5]) vi.spyOn(Math, 'random').mockReturnValueOnce(part);

    expect(await timesOf({ pause: 100, attempts: 4 })).toEqual([0, 0, 50, 250]);
  });

  test.each([
    ['passes in time', 3, 'done'],
    ['does not pass', 9, 'busy 4'],
  ])('an error that %s', async (_name, failures, outcome) => {
    let calls = 0;
    const work = async (): Promise<string> => {
      calls += 1;
      if (calls <= failures) throw new Error(`busy ${calls}`);
      return 'done';
    };

    expect(await retry(work, () => true, { pause: 10, attempts: 4 }).catch(({ message }) => message)).toBe(outcome);
    expect(calls).toBe(4);
  });
});

test('an error that cannot pass is thrown at once', async () => {
  const work = vi.fn().mockRejectedValueOnce(new Error('busy')).mockRejectedValue(new Error('refused'));
  const mayPass = (error: unknown): boolean => error instanceof Error && error.message === 'busy';

  await expect(retry(work, mayPass, { pause: 1 })).rejects.toThrow('refused');
  expect(work).toHaveBeenCalledTimes(2);
});

test('a signal ends a pause', async () => {
  const [stop, work] = [new AbortController(), vi.fn().mockRejectedValue(new Error('busy'))];
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const retried = retry(work, () => true, { pause: 3_600_000, signal: stop.signal });
  setImmediate(() => stop.abort());

  await expect(retried).rejects.toThrow('aborted');
  expect(work).toHaveBeenCalledTimes(1);
  vi.restoreAllMocks();
});
