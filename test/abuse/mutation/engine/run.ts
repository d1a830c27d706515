import { Stryker } from '@stryker-mutator/core';

/** What became of one mutant. */
export type Mutant = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

/** Mutates files, one place at a time, and runs the tests on each, as `stryker.config.ts` beside this says. */
export const runMutants = (mutate: readonly string[], concurrency: number): Promise<Mutant[]> =>
  new Stryker({ configFile: 'test/abuse/mutation/engine/stryker.config.ts', mutate, concurrency }).runMutationTest();
