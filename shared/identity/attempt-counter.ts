import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { lifetimes } from '../api/limits.ts';
import { epochSeconds } from '../runtime/time.ts';
import type { Item, Key, Table } from '../store/table.ts';
import type { Update } from '../store/write.ts';
import { write } from '../store/write.ts';

/** A counter of login attempts: its item, and how many attempts fit a window. */
export interface AttemptCounter {
  readonly key: Key;
  readonly limit: number;
}

/** Short, so that the ids of a full window fit a write unit. */
export const newAttemptId = (): string => randomBytes(5).toString('base64url');

/**
 * The window of a counter, until `endsMs`, milliseconds since the epoch. The higher its `step`, the longer it is.
 * Attempts are a set of ids: an attempt that is written twice after a lost answer counts once.
 */
const AttemptWindow = v.pipe(
  v.object({
    attemptIds: v.optional(v.set(v.string()), () => new Set<string>()),
    windowEndsMs: v.number(),
    windowStep: v.number(),
  }),
  v.transform(({ attemptIds, windowEndsMs, windowStep }) => ({
    ids: attemptIds,
    endsMs: windowEndsMs,
    step: windowStep,
  })),
);
type AttemptWindow = v.InferOutput<typeof AttemptWindow>;

const shortestMs = lifetimes.loginWindowSeconds * 1000;
const longestMs = lifetimes.loginWindowSecondsLongest * 1000;
const highestStep = Math.ceil(Math.log2(longestMs / shortestMs));

const lengthMs = (step: number): number => Math.min(shortestMs * 2 ** step, longestMs);

/**
 * One step up after a window with failures, and one down for each quiet time as long as the longest window. So guessing
 * with pauses gains nothing.
 */
const nextStep = ({ ids, endsMs, step }: AttemptWindow, nowMs: number): number => {
  const grown = Math.min(ids.size > 0 ? step + 1 : step, highestStep);
  return Math.max(0, grown - Math.floor((nowMs - endsMs) / longestMs));
};

const openWindow = (key: Key, previous: AttemptWindow | undefined, id: string, now: Date): Update => {
  const step = previous === undefined ? 0 : nextStep(previous, now.getTime());
  const endsMs = now.getTime() + lengthMs(step);
  return {
    update: key,
    expression:
      'SET attemptIds = :ids, windowEndsMs = :endsMs, windowStep = :step, expiresAt = if_not_exists(knownUntil, :expiresAt)',
    condition: previous === undefined ? 'attribute_not_exists(PK)' : 'windowEndsMs = :previousEndsMs',
    values: {
      ':ids': new Set([id]),
      ':endsMs': endsMs,
      ':step': step,
      ':expiresAt': epochSeconds(new Date(endsMs + (step + 1) * longestMs)),
      ...(previous && { ':previousEndsMs': previous.endsMs }),
    },
  };
};

const countOneMore = ({ key, limit }: AttemptCounter, { endsMs }: AttemptWindow, id: string): Update => ({
  update: key,
  expression: 'ADD attemptIds :ids',
  condition:
    'windowEndsMs = :endsMs AND (attribute_not_exists(attemptIds) OR size(attemptIds) < :limit OR contains(attemptIds, :id))',
  values: { ':ids': new Set([id]), ':id': id, ':endsMs': endsMs, ':limit': limit },
});

/** When a full counter has room again, in milliseconds since the epoch. Undefined if it has room now. */
export const fullUntil = ({ limit }: AttemptCounter, item: Item | undefined, now: Date): number | undefined => {
  if (item === undefined) return undefined;
  const { ids, endsMs } = v.parse(AttemptWindow, item);
  return ids.size >= limit && endsMs > now.getTime() ? endsMs : undefined;
};

/**
 * Counts an attempt once. However many come at once, no more are counted than the window has room for.
 *
 * @param item the counter as it was read, or undefined if there was none
 * @returns when the counter has room again if its window was full, or undefined if the attempt is counted
 */
export const countAttempt = async (
  table: Table,
  counter: AttemptCounter,
  item: Item | undefined,
  id: string,
  now: Date,
): Promise<number | undefined> => {
  const window = item && v.parse(AttemptWindow, item);
  const isOpen = window !== undefined && window.endsMs > now.getTime();
  if (isOpen && window.ids.has(id)) return undefined;
  const fullUntilMs = fullUntil(counter, item, now);
  if (fullUntilMs !== undefined) return fullUntilMs;
  const update = isOpen ? countOneMore(counter, window, id) : openWindow(counter.key, window, id, now);
  const written = await write(table, update);
  return written.done ? undefined : countAttempt(table, counter, written.existing, id, now);
};

/** Takes back a counted attempt. Repeating the call changes nothing more. */
export const takeBackAttempt = async (table: Table, key: Key, id: string): Promise<void> => {
  await write(table, {
    update: key,
    expression: 'DELETE attemptIds :ids',
    condition: 'contains(attemptIds, :id)',
    values: { ':ids': new Set([id]), ':id': id },
  });
};
