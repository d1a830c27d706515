import { Problem } from '../api/problem.ts';
import type { RetryLimits } from '../runtime/retry.ts';

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

/**
 * How a write that collides with another one is retried. The SDK retries only faults of the store and cannot do this. It
 * decides by the name of an error, not by the reasons of a cancelled transaction. It also counts attempts for outages and
 * collisions together, and takes retries from a quota that all calls of the container share.
 */
export const contention: RetryLimits = { pause: 20, budget: 2_000 };
