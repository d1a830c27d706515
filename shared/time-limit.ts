import type { Context } from 'aws-lambda';
import { blameCallUnderWay } from './aws-call.ts';
import { lifetimes } from './lifetimes.ts';
import { nameReason, unavailable } from './store/unavailable.ts';

/**
 * Does a part of a call, and gives it up while there is time for an answer.
 *
 * @param stop ends all calls of the table when the time is up
 * @throws Problem store.unavailable when the time is up
 */
export const withinTimeLimit = async <Result>(
  context: Context,
  stop: AbortController,
  work: () => Promise<Result>,
): Promise<Result> => {
  const timeUp = Promise.withResolvers<never>();
  const giveUp = (): void => {
    const cause = nameReason('TimeLimit');
    blameCallUnderWay(cause);
    stop.abort();
    timeUp.reject(unavailable(cause));
  };
  const timer = setTimeout(giveUp, context.getRemainingTimeInMillis() - lifetimes.answerSeconds * 1_000);
  try {
    return await Promise.race([work(), timeUp.promise]);
  } finally {
    clearTimeout(timer);
  }
};
