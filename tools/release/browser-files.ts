import { pageFiles } from '../../build/reference/files.ts';
import { bundleVerifier } from '../../pages/bundles.ts';
import { readTokens } from '../../pages/files/evidence-page.ts';

/** What the package has for browsers, by the names under which it is read there. */
export const makeBrowserFiles = async (): Promise<ReadonlyMap<string, string>> => {
  const named = [...pageFiles].map(async ([name, make]) => [name, await make()] as const);
  return new Map([
    ['verify.js', await bundleVerifier()],
    ['tokens.css', await readTokens()],
    ...(await Promise.all(named)),
  ]);
};
