import { toTable } from '../../bench/report.ts';
import type { Mutant } from './engine/run.ts';

/** The share of a group's mutants, in percent, that some test must notice. */
const threshold = 85;

/** A mutant that runs for ever is noticed as well. */
const isKilled = ({ status }: Mutant): boolean => status === 'Killed' || status === 'Timeout';

export const isSurvivor = ({ status }: Mutant): boolean => status === 'Survived' || status === 'NoCoverage';

/** A group of files with what became of their mutants. */
export interface Score {
  readonly group: string;
  readonly mutants: number;
  readonly killed: number;
  readonly timeouts: number;
  readonly survived: number;
  readonly uncovered: number;
  readonly errors: number;
  readonly percent: number;
}

/** Mutants that do not run, such as those that break a test's arrangement, count neither way. */
export const toScore = (group: string, mutants: readonly Mutant[]): Score => {
  const count = (status: Mutant['status']): number => mutants.filter((mutant) => mutant.status === status).length;
  const killed = mutants.filter(isKilled).length;
  const judged = killed + mutants.filter(isSurvivor).length;
  return {
    group,
    mutants: mutants.length,
    killed: count('Killed'),
    timeouts: count('Timeout'),
    survived: count('Survived'),
    uncovered: count('NoCoverage'),
    errors: mutants.length - judged,
    percent: judged === 0 ? 0 : Math.floor((1000 * killed) / judged) / 10,
  };
};

/** Whether a group's tests notice as many mutants as they must. */
export const isEnough = ({ percent }: Score): boolean => percent >= threshold;

const header = ['group', 'mutants', 'killed', 'timed out', 'survived', 'no test', 'did not run', '% killed'];

export const scoreTable = (scores: readonly Score[]): string =>
  toTable(
    header,
    scores.map(({ group, mutants, killed, timeouts, survived, uncovered, errors, percent }) => [
      group,
      mutants,
      killed,
      timeouts,
      survived,
      uncovered,
      errors,
      percent,
    ]),
  );
