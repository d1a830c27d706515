import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const documents = join(import.meta.dirname, '../../docs');

/** What nobody decides by is written here, and not committed. */
const reports = join(import.meta.dirname, '../../reports');

type Cell = string | number;

/** A Markdown table; columns of figures are aligned to the right. */
export const toTable = (header: readonly string[], rows: readonly (readonly Cell[])[]): string => {
  const isFigure = (column: number): boolean => rows.every((row) => typeof row[column] === 'number');
  const line = (cells: readonly Cell[]): string => `| ${cells.join(' | ')} |`;
  const rule = header.map((_, column) => (isFigure(column) ? '--:' : '---'));
  return [line(header), line(rule), ...rows.map(line)].join('\n');
};

/** A figure to so many significant digits, so that no more is claimed than was measured. */
export const round = (figure: number, digits = 3): number => Number(figure.toPrecision(digits));

/** The middle value, or any other quantile. @param at from 0 to 1 */
export const quantile = (figures: readonly number[], at = 0.5): number =>
  [...figures].sort((a, b) => a - b)[Math.min(figures.length - 1, Math.floor(figures.length * at))] ?? Number.NaN;

/** Keeps the service's log out of what a program prints, which does not go through the console. */
export const silenceLog = (): void => {
  for (const method of ['info', 'warn', 'error'] as const) console[method] = () => {};
};

const git = (...words: readonly string[]): string =>
  execFileSync('git', words, { cwd: documents, encoding: 'utf8' }).trim();

/** What was checked out, and the day. Pages that other figures were written into are no change of it. */
const nameOrigin = (): string => {
  const isChanged = git('status', '--porcelain', '--untracked-files=no', ':/', ':(top,exclude)docs') !== '';
  const commit = git('rev-parse', '--short=8', 'HEAD');
  return `Printed at \`${commit}\`${isChanged ? ' with changes' : ''}, ${new Date().toISOString().slice(0, 10)}.`;
};

/** Asked when the command starts: another commit may be checked out when a long run ends. */
const origin = process.argv.includes('--write') ? nameOrigin() : undefined;

/** A line below a figure: the commit that printed it, or of older ones the commit that brought it into the page. */
const originLine = /^\n\n(?:Printed at|Recorded in) .*/;

/**
 * The text of a page with a figure in its place, between the comments `<!-- name -->` and `<!-- /name -->`, and its origin below.
 * Undefined where the page has no such place.
 */
export const putFigure = (
  page: string,
  name: string,
  { markdown, origin }: { readonly markdown: string; readonly origin: string },
): string | undefined => {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [from, to] = [page.indexOf(start), page.indexOf(end)];
  if (from < 0 || to < from) return undefined;
  const rest = page.slice(to + end.length).replace(originLine, '');
  return `${page.slice(0, from)}${start}\n${markdown.trim()}\n${end}\n\n${origin}${rest}`;
};

/** Prints what does not hold, twenty lines of it, and has the program fail if anything does not. */
export const fail = (violations: readonly string[]): void => {
  for (const violation of violations.slice(0, 20)) process.stderr.write(`${violation}\n`);
  if (violations.length > 0) process.exitCode = 1;
};

/**
 * Prints a benchmark's result; with `--write` among the command's arguments, also puts it into the page of docs that has
 * a place for it, or into a file of `reports/`, and says below from which commit it is.
 */
export const report = async (name: string, markdown: string): Promise<void> => {
  process.stdout.write(`${markdown}\n`);
  if (origin === undefined) return;
  for (const page of ['prices.md', 'benchmarks.md']) {
    const file = join(documents, page);
    const text = putFigure(await readFile(file, 'utf8'), name, { markdown, origin });
    if (text !== undefined) return writeFile(file, text);
  }
  await mkdir(reports, { recursive: true });
  await writeFile(join(reports, `${name}.md`), `${markdown.trim()}\n\n${origin}\n`);
};

/** Writes figures that docs have as a file of their own, when the command was given `--write`. */
export const writeFigures = async (file: string, text: string): Promise<void> => {
  if (origin !== undefined) await writeFile(join(documents, file), text);
};
