import { describeFault, logger } from '../runtime/logger.ts';
import { isTransient, unavailable } from '../store/table.ts';
import { Problem } from './problem.ts';

/** The problem for an error. An unexpected error is logged and answered as a fault of the service. */
export const toProblem = (error: unknown): Problem => {
  const problem = isTransient(error) ? unavailable(error) : error;
  if (problem instanceof Problem) {
    if (problem.code === 'store.unavailable') logger.warn('store.unavailable', describeFault(problem.cause));
    return problem;
  }
  logger.error('service.fault', describeFault(error));
  return new Problem('service.fault');
};
