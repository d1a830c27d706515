import * as v from 'valibot';
import { limits } from '../limits.ts';
import { epochSeconds } from '../time.ts';
import type { Item, Key, Table } from './client.ts';
import type { Update } from './write.ts';
import { write } from './write.ts';

/** What counts login attempts: its item, and the attempts that a window has room for. */
export interface AttemptCounter {
  readonly key: Key;
  readonly limit: number;
}

/**
 * The window that a counter counts in, until `endsMs`, milliseconds since the epoch. It is the longer the higher its
 * `step`, how many windows with failed attempts came shortly before it.
 */
const AttemptWindow = v.pipe(
  v.object({ attempts: v.number(), windowEndsMs: v.number(), windowStep: v.number() }),
  v.transform(({ attempts, windowEndsMs, windowStep }) => ({ attempts, endsMs: windowEndsMs, step: windowStep })),
);
type AttemptWindow = v.InferOutput<typeof AttemptWindow>;

const longestMs = limits.loginWindowSecondsLongest * 1000;

const lengthMs = (step: number): number => Math.min(limits.loginWindowSeconds * 1000 * 2 ** step, longestMs);

/** After a quiet time as long as the longest window, all begins anew. */
const nextStep = (previous: AttemptWindow | undefined, nowMs: number): number =>
  previous !== undefined && previous.attempts > 0 && nowMs - previous.endsMs < longestMs ? previous.step + 1 : 0;

const openWindow = ({ key }: AttemptCounter, previous: AttemptWindow | undefined, now: Date): Update => {
  const step = nextStep(previous, now.getTime());
  const endsMs = now.getTime() + lengthMs(step);
  return {
    update: key,
    expression:
      'SET attempts = :one, windowEndsMs = :endsMs, windowStep = :step, expiresAt = if_not_exists(knownUntil, :expiresAt)',
    condition: previous === undefined ? 'attribute_not_exists(PK)' : 'windowEndsMs = :previousEndsMs',
    values: {
      ':one': 1,
      ':endsMs': endsMs,
      ':step': step,
      ':expiresAt': epochSeconds(new Date(endsMs + longestMs)),
      ...(previous && { ':previousEndsMs': previous.endsMs }),
    },
  };
};

const countOneMore = ({ key, limit }: AttemptCounter, { endsMs }: AttemptWindow): Update => ({
  update: key,
  expression: 'SET attempts = attempts + :one',
  condition: 'windowEndsMs = :endsMs AND attempts < :limit',
  values: { ':one': 1, ':endsMs': endsMs, ':limit': limit },
});

/** An attempt that was counted, in the window that ends then. */
export interface CountedAttempt {
  readonly counter: AttemptCounter;
  readonly endsMs: number;
}

/** When the counter has room again, in milliseconds since the epoch, if its window has none now. */
export const fullUntil = ({ limit }: AttemptCounter, item: Item | undefined, now: Date): number | undefined => {
  if (item === undefined) return undefined;
  const { attempts, endsMs } = v.parse(AttemptWindow, item);
  return attempts >= limit && endsMs > now.getTime() ? endsMs : undefined;
};

/**
 * Counts one attempt, so that of any number at once no more are counted than the window has room for.
 *
 * @param item the counter as it was read, undefined if there was none
 * @returns when the counter has room again, if its window was full
 */
export const countAttempt = async (
  table: Table,
  counter: AttemptCounter,
  item: Item | undefined,
  now: Date,
): Promise<CountedAttempt | { readonly fullUntilMs: number }> => {
  const fullUntilMs = fullUntil(counter, item, now);
  if (fullUntilMs !== undefined) return { fullUntilMs };
  const window = item && v.parse(AttemptWindow, item);
  const isOpen = window !== undefined && window.endsMs > now.getTime();
  const written = await write(table, isOpen ? countOneMore(counter, window) : openWindow(counter, window, now));
  return written.done
    ? { counter, endsMs: v.parse(AttemptWindow, written.item).endsMs }
    : countAttempt(table, counter, written.existing, now);
};

/** Takes a counted attempt back, unless its window is over. */
export const takeBackAttempt = async (table: Table, { counter, endsMs }: CountedAttempt): Promise<void> => {
  await write(table, {
    update: counter.key,
    expression: 'SET attempts = attempts - :one',
    condition: 'windowEndsMs = :endsMs AND attempts > :none',
    values: { ':one': 1, ':none': 0, ':endsMs': endsMs },
  });
};
