import { describe, test } from 'vitest';

/** The gate has the way that each recipe goes and one refusal; a long file has the rest. */
export type Extent = 'gate' | 'rest';

let extent: Extent = 'gate';

/** Chooses the tests that the suites of the running file have. Call it before them. */
export const chooseExtent = (chosen: Extent): void => {
  extent = chosen;
};

const none = () => {};
const nothing = Object.assign(none, { each: () => none, concurrent: { each: () => none } }) as unknown as typeof test;

/** A test that only a file of its extent has. */
export const testOf = (own: Extent): typeof test => (own === extent ? test : nothing);

/** The tests of a group; none where all of them are of the other extent, which Vitest would call a mistake. */
export const describeOf = (own: Extent): typeof describe => (own === extent ? describe : (nothing as never));
