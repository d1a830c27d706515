import { describeFault, log } from './log.ts';
import { Problem } from './problem.ts';
import { isTransient, unavailable } from './store/unavailable.ts';

/** The problem to answer an error with. What no caller is meant to see is logged and answered as a fault of ours. */
export const toProblem = (error: unknown): Problem => {
  const problem = isTransient(error) ? unavailable(error) : error;
  if (problem instanceof Problem) {
    if (problem.code === 'store.unavailable') log.warn('store.unavailable', describeFault(problem.cause));
    return problem;
  }
  log.error('service.fault', describeFault(error));
  return new Problem('service.fault');
};
