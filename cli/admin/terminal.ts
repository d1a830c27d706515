import confirm from '@inquirer/confirm';
import input from '@inquirer/input';
import password from '@inquirer/password';
import { CommandError } from '../command-error.ts';
import { interruption } from './interruption.ts';

/** Prompts go where messages go, so that standard output has data only. */
interface Context {
  readonly output: NodeJS.WritableStream;
  readonly signal: AbortSignal;
}

/** Whether somebody can be asked. */
export const isInteractive = (): boolean => process.stdin.isTTY && process.stderr.isTTY;

/** Says something between two questions. */
export const tell = (message: string): void => {
  process.stderr.write(`${message}\n`);
};

const endings: ReadonlySet<string> = new Set(['ExitPromptError', 'AbortPromptError']);

/** A prompt that Ctrl-C ends, or Ctrl-D, which leaves it without input; with either nothing has been changed. */
const ask = async <Answer>(prompt: (context: Context) => Promise<Answer>): Promise<Answer> => {
  const inputEnd = new AbortController();
  const abort = (): void => inputEnd.abort();
  process.once('beforeExit', abort);
  try {
    const signal = AbortSignal.any([inputEnd.signal, interruption()]);
    return await prompt({ output: process.stderr, signal });
  } catch (error) {
    if (error instanceof Error && endings.has(error.name)) {
      throw new CommandError('Interrupted; nothing was changed.', 'interrupted');
    }
    throw error;
  } finally {
    process.off('beforeExit', abort);
  }
};

/** @param check returns what is wrong with an answer, undefined when it is right */
export const askText = (message: string, check: (answer: string) => string | undefined): Promise<string> =>
  ask((context) => input({ message, validate: (answer) => check(answer) ?? true }, context));

/** Asks without showing what is typed. A wrong answer is typed anew, as nobody can correct what they do not see. */
export const askSecret = async (
  message: string,
  check: (answer: string) => Promise<string | undefined> = async () => undefined,
): Promise<string> => {
  const answer = await ask((context) => password({ message, mask: false, toggleMask: false }, context));
  const wrong = await check(answer);
  if (wrong === undefined) return answer;
  tell(wrong);
  return askSecret(message, check);
};

/**
 * Asks before something that cannot be undone, or hurts.
 *
 * @throws CommandError refused when the answer is no; usage when nobody can be asked and `yes` was not said
 */
export const askFirst = async (question: string, yes: boolean): Promise<void> => {
  if (yes) return;
  if (!isInteractive()) throw new CommandError(`${question} Say so with --yes.`, 'usage');
  if (await ask((context) => confirm({ message: question, default: false }, context))) return;
  throw new CommandError('Not confirmed; nothing was changed.', 'refused');
};
