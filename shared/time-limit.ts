import type { Context } from 'aws-lambda';
import { blameCallUnderWay } from './aws-call.ts';
import { lifetimes } from './lifetimes.ts';
import { nameReason, unavailable } from './store/unavailable.ts';

/**
 * Does a part of a call, and gives it up while there is time for an answer.
 *
 * @param work gets the signal that stops it
 * @throws Problem store.unavailable when the time is up
 */
export const withinTimeLimit = async <Result>(
  context: Context,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const stop = new AbortController();
  const timeUp = Promise.withResolvers<never>();
  const giveUp = (): void => {
    const cause = nameReason('TimeLimit');
    blameCallUnderWay(cause);
    stop.abort();
    timeUp.reject(unavailable(cause));
  };
  const timer = setTimeout(giveUp, context.getRemainingTimeInMillis() - lifetimes.answerSeconds * 1_000);
  try {
    return await Promise.race([work(stop.signal), timeUp.promise]);
  } finally {
    clearTimeout(timer);
  }
};
