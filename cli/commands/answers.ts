import { CommandError } from '../command-error.ts';
import { askText, isInteractive } from '../terminal.ts';
import { checkEmail, checkName, checkUid, must } from '../typed/typed-text.ts';

/** The answers that `init` needs, as given on the command line. */
export interface Said {
  readonly account?: string | undefined;
  readonly user?: string | undefined;
  readonly email?: string | undefined;
  readonly project?: string | undefined;
}

const questions = [
  { name: 'account', question: 'Name of the account (your organisation):', check: checkName },
  { name: 'user', question: 'Name of its first user:', check: checkName },
  { name: 'email', question: 'Email of the user, to sign in with:', check: checkEmail },
  { name: 'project', question: 'UID of its first project, such as my-shop:', check: checkUid },
] as const satisfies readonly { readonly name: keyof Said; readonly question: string; readonly check: object }[];

/**
 * The given answers; asks for the others.
 *
 * @throws CommandError usage when an answer is wrong, or one is missing and no terminal is there to ask
 */
export const completeAnswers = async (said: Said): Promise<Required<Record<keyof Said, string>>> => {
  const answers = { account: '', user: '', email: '', project: '' };
  const missing = questions.filter(({ name }) => said[name] === undefined);
  if (missing.length > 0 && !isInteractive()) {
    const options = missing.map(({ name }) => `--${name}`).join(', ');
    throw new CommandError(`Questions need a terminal. In a script, give ${options}.`, 'usage');
  }
  for (const { name, check } of questions) if (said[name] !== undefined) answers[name] = must(said[name], check);
  for (const { name, question, check } of missing) answers[name] = must(await askText(question, check), check);
  return answers;
};
