import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { CommandError, exitCodes } from '../cli/errors.ts';

/** Options by name, each with what `--help` says of it and its default; one without a default is a switch. */
type Options = Readonly<Record<string, readonly [about: string, usual?: string]>>;

/** What was given: a text for each option, that of a switch `true` or empty. */
type Given<Named extends Options> = { readonly [Name in keyof Named]: string };

/** Ends the process with one line for an error that nothing catches. */
const endInOneLine = (script: string) => (error: unknown) => {
  const isOurs = error instanceof CommandError;
  const reason =
    error instanceof Error && !isOurs ? (error.stack ?? error.message) : String(error).replace(/^\w+: /, '');
  process.stderr.write(`${script}: ${reason}\n`);
  process.exit(isOurs ? error.exitCode : exitCodes.fault);
};

/**
 * The options of a program of a developer, which `--help` lists. What is wrong is said in one line and ends the process, and so does
 * what goes wrong later.
 *
 * @param script as it is typed after `npm run`
 */
export const readOptions = <Named extends Options>(script: string, about: string, named: Named): Given<Named> => {
  process.once('uncaughtException', endInOneLine(script));
  const options = Object.fromEntries(
    Object.entries(named).map(([name, [, usual]]) => [
      name,
      { type: usual === undefined ? 'boolean' : 'string' } as const,
    ]),
  );
  const { values } = (() => {
    try {
      return parseArgs({ options: { ...options, help: { type: 'boolean', short: 'h' } } });
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.message.replaceAll('\n', ' ') : error}\n`);
      return process.exit(exitCodes.usage);
    }
  })();
  if (values.help) {
    const lines = Object.entries(named).map(
      ([name, [what, usual]]) => `  --${name}  ${what}${usual ? ` (default: ${usual})` : ''}`,
    );
    process.stdout.write(`npm run ${script} -- [options]\n\n${about}\n\n${lines.join('\n')}\n`);
    process.exit(0);
  }
  const all: Readonly<Record<string, unknown>> = values;
  const given = Object.entries(named).map(([name, [, usual = '']]) => [name, String(all[name] ?? usual)]);
  return Object.fromEntries(given);
};

/** A whole number from 1. @throws CommandError */
export const toCount = (text: string): number => {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new CommandError(`${text} must be a whole number from 1.`, 'usage');
  return Number(text);
};

/** Whole numbers from 1, each above the one before: `1000,100000`. @throws CommandError */
export const toAscendingCounts = (text: string): number[] => {
  const counts = text.split(',').map(toCount);
  if (counts.every((count, i) => count > (counts[i - 1] ?? 0))) return counts;
  throw new CommandError('The numbers must ascend, such as 1000,100000.', 'usage');
};

/** What draws all that is drawn by chance, to be given again with `--seed`. */
export const seedOption = () => ['repeats what a run with this seed drew', String(1 + randomInt(2 ** 29))] as const;

/** A Markdown table; columns of figures are aligned to the right. */
export const toTable = (header: readonly string[], rows: readonly (readonly (string | number)[])[]): string => {
  const isFigure = (column: number): boolean => rows.every((row) => typeof row[column] === 'number');
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
  const rule = header.map((_, column) => (isFigure(column) ? '--:' : '---'));
  return [line(header), line(rule), ...rows.map(line)].join('\n');
};

/** Prints what a program found. */
export const report = (markdown: string): void => {
  process.stdout.write(`${markdown.trim()}\n`);
};

/** A figure rounded to its significant digits, so that it claims no more than was measured. */
export const round = (figure: number, digits = 3): number => Number(figure.toPrecision(digits));

/** The middle value, or any other quantile. @param at from 0 to 1 */
export const quantile = (figures: readonly number[], at = 0.5): number =>
  [...figures].sort((a, b) => a - b)[Math.min(figures.length - 1, Math.floor(figures.length * at))] ?? Number.NaN;

/** Prints what does not hold, twenty lines of it, and has the program fail if anything does not. */
export const fail = (violations: readonly string[]): void => {
  for (const violation of violations.slice(0, 20)) process.stderr.write(`${violation}\n`);
  if (violations.length > 0) process.exitCode = 1;
};

/** Keeps the service's log out of what a program prints, which does not go through the console. */
export const silenceLog = (): void => {
  for (const method of ['info', 'warn', 'error'] as const) console[method] = () => {};
};
