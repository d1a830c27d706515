import { CommandError, exitCodes } from './command-error.ts';
import { printError } from './printing/output.ts';
import { isStart, runStart } from './run-start.ts';

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

const words = process.argv.slice(2);

/** Loads only what the words need: the local service without the other commands. */
const run = async (): Promise<number> => {
  if (isStart(words)) return runStart(words);
  const { runProgram } = await import('./run.ts');
  return runProgram(words);
};

run().then((exitCode) => {
  process.exitCode = exitCode;
  // Work under way is not awaited.
  if (exitCode >= exitCodes.interrupted) process.exit();
});
