import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { toTable } from '../../bench/report.ts';
import type { Mutant } from './engine/run.ts';
import { isSurvivor } from './score.ts';

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
