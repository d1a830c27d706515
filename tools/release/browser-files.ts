import { pageFiles } from '../../cli/reference/files.ts';
import { bundleVerifier } from '../../pages/bundles.ts';

/** What the package has for browsers, by the names under which it is read there. */
export const makeBrowserFiles = async (): Promise<ReadonlyMap<string, string>> => {
  const named = [...pageFiles].map(async ([name, { read }]) => [name, await read()] as const);
  return new Map([['verify.js', await bundleVerifier()], ...(await Promise.all(named))]);
};
