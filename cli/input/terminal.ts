import confirm from '@inquirer/confirm';
import input from '@inquirer/input';
import password from '@inquirer/password';
import { CommandError, interruption } from '../errors.ts';

/** Prompts go to standard error, so that standard output has only data. */
interface Context {
  readonly output: NodeJS.WritableStream;
  readonly signal: AbortSignal;
}

/** Whether a person can answer questions. */
export const isInteractive = (): boolean => process.stdin.isTTY && process.stderr.isTTY;

/** Prints a message between two questions. */
export const tell = (message: string): void => {
  process.stderr.write(`${message}\n`);
};

const endings: ReadonlySet<string> = new Set(['ExitPromptError', 'AbortPromptError']);

/** A prompt that Ctrl-C or Ctrl-D ends, before anything was changed. */
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

/**
 * @param check returns what is wrong with an answer, undefined if it is right
 * @param usual the answer of who only presses Enter
 */
export const askText = (
  message: string,
  check: (answer: string) => string | undefined,
  usual?: string | undefined,
): Promise<string> =>
  ask((context) =>
    input(
      { message, validate: (answer) => check(answer) ?? true, ...(usual !== undefined && { default: usual }) },
      context,
    ),
  );

/** Whether the answer is yes. */
export const askWhether = (message: string): Promise<boolean> =>
  ask((context) => confirm({ message, default: false }, context));

/** Asks without showing the answer. After a wrong answer it starts over, since nobody can correct hidden text. */
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
 * Asks before something that cannot be undone, or does harm.
 *
 * @throws CommandError refused when the answer is no; usage without a terminal and without `yes`
 */
export const askFirst = async (question: string, yes: boolean): Promise<void> => {
  if (yes) return;
  if (!isInteractive()) throw new CommandError(`${question} Confirm with --yes.`, 'usage');
  if (await ask((context) => confirm({ message: question, default: false }, context))) return;
  throw new CommandError('Not confirmed; nothing was changed.', 'refused');
};
