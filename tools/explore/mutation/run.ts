import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Stryker } from '@stryker-mutator/core';
import { variables } from './variables.ts';

/** What became of one mutant. */
export type Mutant = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

const configFile = 'tools/explore/mutation/engine/stryker.config.ts';

const resultsFile = 'reports/mutation.jsonl';

const readResults = (): Mutant[] =>
  readFileSync(resultsFile, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

/**
 * Mutates files, one place at a time, and runs the tests on each, as `stryker.config.ts` beside this says.
 *
 * @param minutes after which it goes no further; what was not reached is left out
 */
export const runMutants = async (
  mutate: readonly string[],
  { concurrency, minutes }: { readonly concurrency: number; readonly minutes: number },
): Promise<{ readonly mutants: Mutant[]; readonly isWhole: boolean }> => {
  mkdirSync(dirname(resultsFile), { recursive: true });
  writeFileSync(resultsFile, '');
  process.env[variables.results] = resultsFile;
  const run = new Stryker({ configFile, mutate, concurrency }).runMutationTest();
  const isWhole = await Promise.race([run.then(() => true), sleep(minutes * 60_000, false, { ref: false })]);
  return { mutants: readResults(), isWhole };
};
