import { Command } from '@commander-js/extra-typings';
import { attempt, CommandError, exitCodes } from './command-error.ts';
import { start } from './commands/start.ts';
import { parse, prepare, programName } from './parsing.ts';
import { printError } from './printing/output.ts';

/** Options with a value, which may be the word of a command too. */
const withValue = /^--(?:stage|stack|region|port|(?:\w+-)?table)$/;

/** Whether words call the local service, before any other command. */
export const isStart = (words: readonly string[]): boolean => {
  const first = words.findIndex((word, i) => !(word.startsWith('-') || withValue.test(words[i - 1] ?? '')));
  return words[first] === start.name();
};

/** Runs the local service without the other commands and what they load: it runs for long. */
const runStart = (words: readonly string[]): Promise<number> => {
  const program = new Command(programName).addCommand(start);
  prepare(program);
  return attempt(() => parse(program, words));
};

const run = async (words: readonly string[]): Promise<number> => {
  if (isStart(words)) return runStart(words);
  const { runProgram } = await import('./program.ts');
  return runProgram(words);
};

/** Node.js 22 warns of what is stable in Node.js 24, in the middle of what a command prints. */
const ignoreExperiments = (): void => {
  const { emitWarning } = process;
  process.emitWarning = ((warning: string, ...rest: [string]) => {
    if (rest[0] !== 'ExperimentalWarning') emitWarning(warning, ...rest);
  }) as typeof emitWarning;
};

/** Runs the words of this process, and ends it with the exit code that they lead to. */
export const runProcess = async (): Promise<void> => {
  ignoreExperiments();
  const { npm_lifecycle_event: script, INIT_CWD: folder } = process.env;
  // npm runs scripts in the folder of package.json, but users type paths from where they are.
  if (script === 'admin' && folder !== undefined) process.chdir(folder);
  // The reader of the output may close early, as `head` does.
  process.stdout.on('error', ({ message }) => {
    if (message.includes('EPIPE')) process.exit(0);
    const says = `Standard output cannot be written (${message}). The printed data is incomplete.`;
    printError(new CommandError(says, 'usage'));
    process.exit(exitCodes.usage);
  });
  // If nobody reads standard error, the exit code still says how the command ended.
  process.stderr.on('error', () => {});
  const exitCode = await run(process.argv.slice(2));
  process.exitCode = exitCode;
  // Work under way is not awaited.
  if (exitCode >= exitCodes.interrupted) process.exit();
};
