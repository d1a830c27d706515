import { operations } from '../shared/operations.ts';
import { Problem } from '../shared/problem.ts';

const paths: ReadonlySet<string> = new Set(Object.values(operations).map(({ path }) => path));

/** The problem of a path where nothing is: it names the paths that there are, and not the one that was asked for. */
export const unknownPath = (): Problem =>
  new Problem('path.unknown', {
    detail: `There is nothing at this path. Send a POST request to one of ${[...paths].join(', ')}. /problems explains each problem.`,
  });

/** The problem of a request that no operation takes; with what the path does take, where it is the path of an operation. */
export const refuseRequest = (path: string): { readonly problem: Problem; readonly allow?: string } =>
  paths.has(path) ? { problem: new Problem('method.not-allowed'), allow: 'POST' } : { problem: unknownPath() };
