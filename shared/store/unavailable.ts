import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../problem.ts';

const transientNames: ReadonlySet<string> = new Set([
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'InternalServerError',
  'ServiceUnavailable',
  'TransactionConflictException',
  'TransactionInProgressException',
  'ReplicatedWriteConflictException',
  'TimeoutError',
  'NetworkingError',
]);

const transientCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** Whether the store, not the request, is at fault, so that the same request may succeed later. */
export const isTransient = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (transientNames.has(error.name)) return true;
  if ('$fault' in error && error.$fault === 'server') return true;
  return 'code' in error && typeof error.code === 'string' && transientCodes.has(error.code);
};

/** The 503 of a store that is busy or down. */
export const unavailable = (cause: unknown): Problem => new Problem('store.unavailable', { cause });

/** A reason of our own for a fault, whose name the log tells. */
export const nameReason = (name: string): Error => Object.assign(new Error(name), { name });

/** Milliseconds during which a write that met another one is tried again. */
const retryBudget = 2_000;

/**
 * Tries again, with growing random pauses and within a budget of time, while `isContended` says of a failure that
 * another write was in the way. The SDK, which tries again when the store is at fault, cannot: it decides by the name of an error,
 * not by the reasons of a cancelled transaction; it counts attempts, those of an outage and these alike; and what it tries
 * again is taken from a quota that all calls of the container share.
 */
export const retryContended = async <Result>(
  attempt: () => Promise<Result>,
  isContended: (error: unknown) => boolean,
): Promise<Result> => {
  const deadline = performance.now() + retryBudget;
  for (let pause = 20; ; pause *= 2) {
    try {
      return await attempt();
    } catch (error) {
      if (!isContended(error) || performance.now() + pause > deadline) throw error;
      await sleep(pause * Math.random());
    }
  }
};
