import { CommandError } from '../../command-error.ts';
import { askText, isInteractive } from '../terminal.ts';
import { checkEmail, checkName, checkUid, must } from '../typed/typed-text.ts';

/** What `init` has to know, as it was said on the command line. */
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
 * What was said, and asks for the rest.
 *
 * @throws CommandError usage when something is wrong, or something is missing and nobody can be asked
 */
export const completeAnswers = async (said: Said): Promise<Required<Record<keyof Said, string>>> => {
  const answers = { account: '', user: '', email: '', project: '' };
  const missing = questions.filter(({ name }) => said[name] === undefined);
  if (missing.length > 0 && !isInteractive()) {
    const options = missing.map(({ name }) => `--${name}`).join(', ');
    throw new CommandError(`Questions are asked in a terminal. In a script say ${options}.`, 'usage');
  }
  for (const { name, check } of questions) if (said[name] !== undefined) answers[name] = must(said[name], check);
  for (const { name, question, check } of missing) answers[name] = must(await askText(question, check), check);
  return answers;
};
