import { operations } from '../../shared/api/operations.ts';
import { Problem } from '../../shared/api/problem.ts';

const paths: ReadonlySet<string> = new Set(Object.values(operations).map(({ path }) => path));

/** The problem for an unknown path: it names the existing paths, and not the requested one. */
export const unknownPath = (): Problem =>
  new Problem('path.unknown', {
    detail: `There is nothing at this path. Send a POST request to one of ${[...paths].join(', ')}. /problems explains each problem.`,
  });

/** The problem for a request that no operation answers; for an operation's path, it says which methods are allowed. */
export const refuseRequest = (path: string): { readonly problem: Problem; readonly allow?: string } =>
  paths.has(path) ? { problem: new Problem('method.not-allowed'), allow: 'POST' } : { problem: unknownPath() };
