import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Stryker } from '@stryker-mutator/core';
import { variables } from './plugins.ts';

const filesOf = (...patterns: readonly string[]): readonly string[] => globSync(patterns).sort();

/** What mutation testing covers, in groups that each have a score. */
export const groups: Readonly<Record<string, readonly string[]>> = {
  identity: filesOf('shared/identity/*.ts', 'shared/identity/keys/{ecdsa-signature,verification-keys}.ts'),
  consents: filesOf('shared/consents/*.ts', 'shared/store/{idempotency,write}.ts'),
  search: filesOf('shared/consents/search/*.ts', 'shared/schema/matching.ts'),
  notices: filesOf('shared/notices/*.ts'),
  evidence: filesOf('shared/evidence/*.ts'),
  log: filesOf('shared/log/*.ts'),
};

/** What became of one mutant. */
export type Mutant = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

const configFile = 'tools/explore/mutation/stryker.config.ts';

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
