import { relative } from 'node:path';
import { toTable } from '../../bench/report.ts';
import type { Mutant } from './engine/run.ts';

/** What the gate must kill of what all tests kill, in percent: over all groups, and in each. */
const required = { all: 90, group: 80 } as const;

/** A mutant that runs for ever is noticed as well. */
const isKilled = ({ status }: Mutant): boolean => status === 'Killed' || status === 'Timeout';

export const isSurvivor = ({ status }: Mutant): boolean => status === 'Survived' || status === 'NoCoverage';

/** Tests of the gate run first, and the first failure ends a run: what a long test has killed, no test of the gate has. */
const isKilledByGate = (mutant: Mutant): boolean =>
  isKilled(mutant) && mutant.killedBy?.some((test) => test.includes('.long.test.ts')) !== true;

/** A group of files with what became of their mutants. */
export interface Score {
  readonly group: string;
  readonly mutants: number;
  readonly byGate: number;
  readonly byLongTests: number;
  readonly survived: number;
  /** Did not run, such as those that break a test's arrangement; they count neither way. */
  readonly errors: number;
  /** Killed by the gate, of what all tests kill. */
  readonly percent: number;
}

export const toScore = (group: string, all: readonly Mutant[]): Score => {
  const mutants = all.filter(({ status }) => status !== 'Ignored');
  const killed = mutants.filter(isKilled).length;
  const byGate = mutants.filter(isKilledByGate).length;
  const survived = mutants.filter(isSurvivor).length;
  return {
    group,
    mutants: mutants.length,
    byGate,
    byLongTests: killed - byGate,
    survived,
    errors: mutants.length - killed - survived,
    percent: killed === 0 ? 100 : Math.floor((1000 * byGate) / killed) / 10,
  };
};

/** Whether the gate kills as much of what all tests kill as it must. */
export const isEnough = (groups: readonly Score[], all: Score): boolean =>
  all.percent >= required.all && groups.every(({ percent }) => percent >= required.group);

const header = [
  'group',
  'mutants',
  'killed by the gate',
  'by long tests alone',
  'survived',
  'did not run',
  '% by the gate',
];

export const scoreTable = (scores: readonly Score[]): string =>
  toTable(
    header,
    scores.map(({ group, mutants, byGate, byLongTests, survived, errors, percent }) => [
      group,
      mutants,
      byGate,
      byLongTests,
      survived,
      errors,
      percent,
    ]),
  );

/** What only a long test kills, by file and line. */
export const longOnly = (mutants: readonly Mutant[]): string => {
  const rows = mutants
    .filter((mutant) => isKilled(mutant) && !isKilledByGate(mutant))
    .map(({ fileName, location, killedBy = [] }) => [
      `${relative(process.cwd(), fileName)}:${location.start.line}`,
      killedBy.join(', '),
    ]);
  return rows.length === 0 ? 'Long tests alone kill none.' : toTable(['place', 'killed by'], rows);
};
