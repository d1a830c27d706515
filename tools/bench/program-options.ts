import { randomInt } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { CommandError, exitCodes } from '../../cli/command-error.ts';

const root = join(import.meta.dirname, '../..');
const longestReason = 200;

const toOneLine = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > longestReason ? `${line.slice(0, longestReason)} ...` : line;
};

/** Ends the process with one line for an error that nothing catches. The rest, such as a stack or a counterexample, is in a file. */
const endInOneLine = (script: string) => (error: unknown) => {
  if (error instanceof CommandError) {
    process.stderr.write(`${script}: ${error.message}\n`);
    process.exit(error.exitCode);
  }
  const file = join('reports', `${script.replaceAll(' ', '-')}.txt`);
  mkdirSync(join(root, 'reports'), { recursive: true });
  writeFileSync(join(root, file), `${inspect(error)}\n`);
  const reason = toOneLine(error instanceof Error ? error.message : String(error));
  process.stderr.write(`${script}: ${reason} (all of it: ${file})\n`);
  process.exit(exitCodes.fault);
};

/**
 * A command of a developer as it is called, to add its options to, which `--help` lists. What is wrong is said in one line and ends the
 * process, and so does what goes wrong later.
 *
 * @param script as it is typed after `npm run`
 */
export const describeCommand = (script: string, about: string) => {
  process.once('uncaughtException', endInOneLine(script));
  return new Command(`npm run ${script} --`)
    .description(about)
    .helpOption('-h, --help', 'show this')
    .configureOutput({
      outputError: (text, write) =>
        write(
          `${text
            .replace(/^error: /, '')
            .trim()
            .replace('\n', ' ')}\n`,
        ),
    })
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : exitCodes.usage));
};

/** A benchmark or an abuse run. `report` reads `--write`. @param script as it is typed after `npm run` */
export const describeProgram = (script: string, about: string) =>
  describeCommand(script, about).option('--write', 'put the result into its place in docs, or into reports/, as well');

/** Those whose name begins so, as `--only` says. Ends the process where there is none. */
export const only = <Named extends { readonly name: string }>(all: readonly Named[], beginning: string): Named[] => {
  const chosen = all.filter(({ name }) => name.startsWith(beginning));
  if (chosen.length > 0) return chosen;
  process.stderr.write(`No name begins with '${beginning}'. There are: ${all.map(({ name }) => name).join('; ')}.\n`);
  return process.exit(exitCodes.usage);
};

/** A whole number from 1. @throws InvalidArgumentError */
export const toCount = (text: string): number => {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return Number(text);
};

/** Whole numbers from 1, each above the one before: `1000,100000`. @throws InvalidArgumentError */
export const toAscendingCounts = (text: string): number[] => {
  const counts = text.split(',').map(toCount);
  if (counts.every((count, i) => count > (counts[i - 1] ?? 0))) return counts;
  throw new InvalidArgumentError('The numbers must ascend, such as 1000,100000.');
};

const toMinutes = (text: string): number => {
  if (!/^\d{1,5}(?:\.\d+)?$/.test(text) || Number(text) === 0)
    throw new InvalidArgumentError('It must be a number above 0.');
  return Number(text);
};

const toSeed = (text: string): number => {
  if (!/^\d{1,10}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
};

/** `--seed`. */
export const seedOption = () =>
  new Option('--seed <number>', 'repeats what a run with this seed drew')
    .argParser(toSeed)
    .default(randomInt(2 ** 31), 'drawn');

/** `--minutes`. */
export const minutesOption = (standard: number) =>
  new Option('--minutes <number>', 'end earlier, after so many minutes').argParser(toMinutes).default(standard);
