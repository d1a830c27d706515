import { beforeAll } from 'vitest';
import type { Front } from './front.ts';
import { startFront } from './front.ts';
import type { Site } from './program.ts';
import { recipeEnvironment, startSite } from './program.ts';
import type { TestRegister } from './register.ts';

/** The page's public address, as links and proofs have it. */
export const pageUrl = 'https://shop.example/newsletter';

/** A recipe with links, served for the tests of a describe. */
export interface LinkSite {
  readonly front: () => Front;
  readonly site: () => Site;
  /** A link of the recipe's, at the address where the site is here. */
  readonly here: (link: string) => string;
}

/** Serves a recipe while the tests of the describe run. */
export const serveLinks = (
  command: readonly [string, ...string[]],
  state: string,
  register: () => TestRegister,
): LinkSite => {
  const started: { front?: Front; site?: Site } = {};
  beforeAll(async () => {
    const front = await startFront(register().baseUrl);
    const site = await startSite(command, '/', recipeEnvironment(front.url, state));
    Object.assign(started, { front, site });
    return async () => {
      front.close();
      await site.stop();
    };
  });
  const get = <Part>(part: Part | undefined): Part => {
    if (part === undefined) throw new Error('The site has not started.');
    return part;
  };
  return {
    front: () => get(started.front),
    site: () => get(started.site),
    here: (link) => link.replace(pageUrl, get(started.site).url),
  };
};
