import { Problem } from '../problem.ts';

/**
 * The 404 that lists every PID that the account does not have.
 *
 * @param pids all PIDs of the request, in its order
 * @param isList whether the request sends them as an array
 */
export const unknownNotices = (pids: readonly number[], unknown: readonly number[], isList: boolean): Problem =>
  new Problem('notice.not-found', {
    detail: `The account has no notice with PID ${unknown.join(', ')}.`,
    errors: unknown.map((pid) => ({
      field: isList ? `pid[${pids.indexOf(pid)}]` : 'pid',
      code: 'unknown',
      detail: 'The account has no notice with this PID.',
    })),
  });
