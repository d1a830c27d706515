import confirm from '@inquirer/confirm';
import input from '@inquirer/input';
import password from '@inquirer/password';
import { Stop } from '../stop.ts';
import { note } from './output.ts';

/** Prompts go where messages go, so that standard output has data only. */
const context = { output: process.stderr };

/** Whether somebody can be asked. */
export const isInteractive = (): boolean => process.stdin.isTTY && process.stderr.isTTY;

/** A prompt that Ctrl-C ends, with which nothing has been changed. */
const ask = async <Answer>(prompt: Promise<Answer>): Promise<Answer> => {
  try {
    return await prompt;
  } catch (error) {
    if (error instanceof Error && error.name === 'ExitPromptError') {
      throw new Stop('Interrupted; nothing was changed.', 'interrupted');
    }
    throw error;
  }
};

/** @param check returns what is wrong with an answer, undefined when it is right */
export const askText = (message: string, check: (answer: string) => string | undefined): Promise<string> =>
  ask(input({ message, validate: (answer) => check(answer) ?? true }, context));

/** Asks without showing what is typed. What was wrong is not kept: nobody could see what to correct. */
export const askSecret = async (
  message: string,
  check: (answer: string) => string | undefined = () => undefined,
): Promise<string> => {
  for (;;) {
    const answer = await ask(password({ message, mask: false, toggleMask: false }, context));
    const wrong = check(answer);
    if (wrong === undefined) return answer;
    note(wrong);
  }
};

/**
 * Asks before something that cannot be undone, or hurts.
 *
 * @throws Stop refused when the answer is no; usage when nobody can be asked and `yes` was not said
 */
export const askFirst = async (question: string, yes: boolean): Promise<void> => {
  if (yes) return;
  if (!isInteractive()) throw new Stop(`${question} Say so with --yes.`, 'usage');
  if (await ask(confirm({ message: question, default: false }, context))) return;
  throw new Stop('Not confirmed; nothing was changed.', 'refused');
};
