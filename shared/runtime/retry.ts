import { setTimeout as sleep } from 'node:timers/promises';

/** How often to try, and how long to pause in between; in milliseconds. */
export interface RetryLimits {
  /** The first pause is at most this long, and each may be twice as long as the one before, up to `longest`. */
  readonly pause: number;
  readonly longest?: number;
  /** Default: any number. */
  readonly attempts?: number;
  /** After this time nothing is tried again. Default: never. */
  readonly budget?: number;
  /** Ends a pause with an error. */
  readonly signal?: AbortSignal;
  /** False if a pause must not keep the process alive. */
  readonly ref?: boolean;
}

const endless = Number.POSITIVE_INFINITY;

/**
 * Attempts, numbered from 1, with random pauses between them: writers that collided once would collide again after equal
 * ones. For loops that end because of what they read; `retry` is for those that end because nothing is thrown.
 */
export async function* attemptsWithin(endurance: RetryLimits): AsyncGenerator<number> {
  const { longest = endless, attempts = endless, budget = endless } = endurance;
  const deadline = performance.now() + budget;
  let { pause } = endurance;
  for (let attempt = 1; ; attempt += 1) {
    yield attempt;
    if (attempt >= attempts || performance.now() + pause > deadline) return;
    await sleep(pause * Math.random(), undefined, endurance);
    pause = Math.min(2 * pause, longest);
  }
}

/** The result of work, which is done again after errors that may pass. @throws the last error */
export const retry = async <Result>(
  work: () => Promise<Result>,
  mayPass: (error: unknown) => boolean,
  endurance: RetryLimits,
): Promise<Result> => {
  let last: unknown;
  for await (const _ of attemptsWithin(endurance)) {
    try {
      return await work();
    } catch (error) {
      if (!mayPass(error)) throw error;
      last = error;
    }
  }
  throw last;
};

/**
 * For `pMap`: calls that one piece of work makes at the same time. The timeout of a call also runs while it waits for a
 * connection, so more would fail where the store is slow.
 */
export const atOnce = { concurrency: 16 } as const;
