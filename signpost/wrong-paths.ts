import { contract } from '../shared/contract.ts';
import { Problem } from '../shared/problem.ts';

const paths: ReadonlySet<string> = new Set(Object.values(contract).map(({ path }) => path));

/** The problem of a path that nothing is at: it names those that there are, and not the one that was asked for. */
export const unknownPath = (): Problem =>
  new Problem('path.unknown', { detail: `Nothing is at this path. Send a POST to one of ${[...paths].join(', ')}.` });

/** What to say of a request that no operation takes, with the methods that its path takes if it is one. */
export const refuseRequest = (path: string): { readonly problem: Problem; readonly allow?: string } =>
  paths.has(path) ? { problem: new Problem('method.not-allowed'), allow: 'POST' } : { problem: unknownPath() };
