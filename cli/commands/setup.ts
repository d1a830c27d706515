import { contract } from '../../shared/api/contract.ts';
import { listAccounts } from '../../shared/identity/account.ts';
import { readVerificationKeys } from '../../shared/identity/keys/verification-keys.ts';
import { hashPassword } from '../../shared/identity/passwords.ts';
import { createFirstAccount } from '../../shared/identity/user.ts';
import type { Table } from '../../shared/store/table.ts';
import { changes, changingCommand } from '../action.ts';
import { CommandError } from '../errors.ts';
import { askText, isInteractive } from '../input/terminal.ts';
import { checkEmail, checkName, checkUid, must } from '../input/values.ts';
import { quoteForShell } from '../output/format.ts';
import { note } from '../output/print.ts';
import { countEach } from '../output/progress.ts';
import { toDetails } from '../output/rows.ts';
import { checkPasswordOptions, choosePassword, generateOption, showGenerated, stdinOption } from './user/password.ts';

const checkFresh = async (table: Table): Promise<void> => {
  const accounts = await listAccounts(table);
  if (accounts.length === 0) return;
  throw new CommandError(
    `The register already has ${countEach(accounts.length, 'account')}. Use \`account create\`, \`user create\` and \`project create\` instead.`,
    'refused',
  );
};

/** A line for bash and zsh that asks for the password, which keeps it out of the shell history. */
const loginLine = (apiUrl: string, email: string): string =>
  `printf 'Password: '; IFS= read -rs PASSWORD; echo; curl -sS ${apiUrl}${contract.login.path} --data-urlencode ${quoteForShell(`email=${email}`)} --data-urlencode "password=$PASSWORD"`;

const adviseOnKeys = async (table: Table): Promise<void> => {
  if ((await readVerificationKeys(table)).length > 0) return;
  note('The first signing key is not ready yet: login answers 503 until it is. `doctor` shows when it is ready.');
};

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
const completeAnswers = async (said: Said): Promise<Required<Record<keyof Said, string>>> => {
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

export const setup = changingCommand(
  'setup',
  'Creates the first account with a user and a project, and shows how to log in',
  "setup --stage prod --account 'My Shop' --user 'Ada Rossi' --email ada@shop.example --project my-shop",
)
  .option('--account <name>', 'name of the account, such as your organisation')
  .option('--user <name>', 'name of its first user')
  .option('--email <email>', 'email of the user, to log in with')
  .option('--project <uid>', 'UID of its first project, such as my-shop')
  .option(...generateOption)
  .option(...stdinOption)
  .action(
    changes(async ({ stage, table, newChange }, options) => {
      checkPasswordOptions(options);
      await checkFresh(table);
      const { account, user, email, project } = await completeAnswers(options);
      const chosen = await choosePassword([account, user, email, project], options);
      const made = await createFirstAccount(
        table,
        {
          account: { name: account, consentRegisterEnabled: true },
          user: { name: user, email, passwordHash: await hashPassword(chosen.password) },
          project: { uid: project, name: account },
        },
        newChange(),
      );
      if (made === undefined) {
        throw new CommandError(
          'Another user has this email, or another command created the first account at the same time. Nothing was changed. Check with `account list`.',
          'refused',
        );
      }
      await adviseOnKeys(table);
      const { apiUrl } = stage;
      const more = {
        ...showGenerated(chosen),
        ...(apiUrl !== undefined && { apiUrl, login: loginLine(apiUrl, email) }),
      };
      const { accountId, userId } = made;
      return toDetails(
        { account: accountId, user: userId, project, ...more },
        { accountId, userId, projectUid: project, ...more },
      );
    }),
  );

/** The answers that `setup` needs, as given on the command line. */
export interface Said {
  readonly account?: string | undefined;
  readonly user?: string | undefined;
  readonly email?: string | undefined;
  readonly project?: string | undefined;
}
