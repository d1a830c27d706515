import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { toTable } from '../../program.ts';
import type { Mutant } from './run.ts';

/** What the gate must kill of what all tests kill, in percent: over all groups, and in each. */
const required = { all: 90, group: 80 } as const;

/** A mutant that runs for ever is noticed as well. */
const isKilled = ({ status }: Mutant): boolean => status === 'Killed' || status === 'Timeout';

const isSurvivor = ({ status }: Mutant): boolean => status === 'Survived' || status === 'NoCoverage';

/** Tests of the gate run first, and the first failure ends a run: what a long test has killed, no test of the gate has. */
const isKilledByGate = (mutant: Mutant): boolean =>
  isKilled(mutant) && mutant.killedBy?.some((test) => test.includes('test/nightly/')) !== true;

/** A group of files with what became of their mutants. */
interface Score {
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

const excerpt = (code: string): string => {
  const line = code.replace(/\s+/g, ' ').replaceAll('|', '\\|');
  return `\`${line.length > 70 ? `${line.slice(0, 69)}…` : line}\``;
};

/** The code that a mutant replaces. */
const original = (source: string, { location: { start, end } }: Mutant): string => {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  const last = lines.length - 1;
  return lines
    .map((line, i) => line.slice(i === 0 ? start.column - 1 : 0, i === last ? end.column - 1 : undefined))
    .join('\n');
};

/** What no test noticed, place by place. */
export const survivorTable = async (mutants: readonly Mutant[]): Promise<string> => {
  const sources = new Map<string, string>();
  const rows: string[][] = [];
  for (const mutant of mutants.filter(isSurvivor)) {
    const { fileName, location, replacement = '', status } = mutant;
    const source = sources.get(fileName) ?? (await readFile(fileName, 'utf8'));
    sources.set(fileName, source);
    const place = `${relative(process.cwd(), fileName)}:${location.start.line}`;
    const result = status === 'NoCoverage' ? 'no test runs it' : 'survived';
    rows.push([place, excerpt(original(source, mutant)), excerpt(replacement), result]);
  }
  return rows.length === 0 ? 'No mutant survived.' : toTable(['place', 'code', 'mutant', 'result'], rows);
};
