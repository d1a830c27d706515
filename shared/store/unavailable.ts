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

/** Whether the store is at fault, not the request, so that the same request may succeed later. */
export const isTransient = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (transientNames.has(error.name)) return true;
  if ('$fault' in error && error.$fault === 'server') return true;
  return 'code' in error && typeof error.code === 'string' && transientCodes.has(error.code);
};

/** The 503 of a store that is busy or down. */
export const unavailable = (cause: unknown): Problem => new Problem('store.unavailable', { cause });

/** A named reason of a fault, for the log. */
export const nameReason = (name: string): Error => Object.assign(new Error(name), { name });

/** Milliseconds during which a write that collides with another one is retried. */
const retryBudget = 2_000;

/**
 * Retries with growing random pauses, within a time budget, while `isContended` says that another write was in the way.
 * The SDK retries only faults of the store and cannot do this. It decides by the name of an error, not by the reasons
 * of a cancelled transaction. It also counts attempts for outages and collisions together, and takes retries from a
 * quota that all calls of the container share.
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
