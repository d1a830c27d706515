import { printError } from './admin/printing/output.ts';
import { runProgram } from './admin/run.ts';
import { CommandError, exitCodes } from './command-error.ts';

const { npm_lifecycle_event: script, INIT_CWD: folder } = process.env;
// npm runs scripts in the folder of package.json; paths are meant from where the person is.
if (script === 'admin' && folder !== undefined) process.chdir(folder);

// The reader of the output may have seen enough, as `head` has.
process.stdout.on('error', ({ message }) => {
  if (message.includes('EPIPE')) process.exit(0);
  const says = `Standard output cannot be written (${message}). What was printed is not the whole.`;
  printError(new CommandError(says, 'usage'));
  process.exit(exitCodes.usage);
});
// Where nobody reads messages, the exit code still says how it ended.
process.stderr.on('error', () => {});

runProgram(process.argv.slice(2)).then((exitCode) => {
  process.exitCode = exitCode;
  // What was under way is not waited for.
  if (exitCode >= exitCodes.interrupted) process.exit();
});
