import type { Account } from '../../shared/identity/account.ts';
import {
  createAccount,
  enableConsentRegister,
  findAccount,
  listAccounts,
  renameAccount,
} from '../../shared/identity/account.ts';
import { listProjects } from '../../shared/identity/project.ts';
import { listUsers } from '../../shared/identity/user.ts';
import { listNotices } from '../../shared/notices/notice.ts';
import type { ChangingWork, Work } from '../action.ts';
import { changes, changingCommand, command, looks } from '../action.ts';
import { checkUnused, chooseAccount } from '../choose.ts';
import { askFirst } from '../input/terminal.ts';
import { checkName, must } from '../input/values.ts';
import type { Result } from '../output/print.ts';
import { countEach } from '../output/progress.ts';
import { toDetails, toTable } from '../output/rows.ts';

const create = changingCommand(
  'create',
  'Creates an account that can use the register at once',
  "account create 'My Shop' --stage prod",
)
  .argument('<name>', 'name of the account')
  .option('--disabled', 'create it disabled; `account enable` enables it')
  .action(
    changes(async (work, name, { disabled = false }) => {
      const account = { name: must(name, checkName), consentRegisterEnabled: !disabled };
      await checkUnused(work.table, account.name);
      return showAccount(work, await createAccount(work.table, account, work.newChange()));
    }),
  );

const list = command('list', 'Lists all accounts', 'account list --stage prod').action(
  looks(async ({ table }) => {
    const accounts = await listAccounts(table);
    return toTable(accounts.map(toAccountCells), 'There is no account.', accounts.map(describeAccount));
  }),
);

const display = command(
  'show',
  'Shows an account and counts its users, projects and notices',
  "account show 'My Shop' --stage prod",
)
  .argument('<account>', 'id or name')
  .action(
    looks(async ({ table }, idOrName) => {
      const account = await chooseAccount(table, idOrName);
      const [users, projects, notices] = await Promise.all([
        listUsers(table, account.id),
        listProjects(table, account.id),
        listNotices(table, account.id),
      ]);
      const counts = { users: users.length, projects: projects.length, notices: notices.length };
      const { linksEndBefore } = account;
      return toDetails(
        { ...toAccountCells(account), ...counts, linksEndBefore },
        { ...describeAccount(account), ...counts, linksEndBefore: linksEndBefore ?? null },
      );
    }),
  );

const rename = changingCommand('rename', 'Renames an account', "account rename 'My Shop' 'Our Shop' --local")
  .argument('<account>', 'id or name')
  .argument('<name>', 'the new name')
  .action(
    changes(async (work, idOrName, name) => {
      const wanted = must(name, checkName);
      const { id, name: before } = await chooseAccount(work.table, idOrName);
      if (before === wanted) return showAccount(work, id);
      await checkUnused(work.table, wanted);
      await renameAccount(work.table, id, wanted, work.newChange());
      return showAccount(work, id);
    }),
  );

/** An account, for scripts. */
const describeAccount = ({ id, name, consentRegisterEnabled, createdAt }: Account) => ({
  id,
  name,
  enabled: consentRegisterEnabled,
  createdAt,
});

/** The same for people. */
const toAccountCells = (account: Account) => {
  const { id, ...cells } = describeAccount(account);
  return { account: id, ...cells };
};

/** The account after a change. */
const showAccount = async ({ table }: Work, id: string): Promise<Result> => {
  const account = await findAccount(table, id);
  if (account === undefined) throw new Error('The account that was changed is not there.');
  return toDetails(toAccountCells(account), describeAccount(account));
};

const setEnabled = async (work: ChangingWork, account: Account, enabled: boolean): Promise<Result> => {
  if (account.consentRegisterEnabled !== enabled) {
    await enableConsentRegister(work.table, account.id, enabled, work.newChange());
  }
  return showAccount(work, account.id);
};

const enable = changingCommand('enable', 'Lets an account use the register', "account enable 'My Shop' --stage prod")
  .argument('<account>', 'id or name')
  .action(changes(async (work, idOrName) => setEnabled(work, await chooseAccount(work.table, idOrName), true)));

const disable = changingCommand(
  'disable',
  'Stops an account from using the register, at once',
  "account disable 'My Shop' --stage prod --reason 'contract ended'",
)
  .argument('<account>', 'id or name')
  .option('--yes', 'do not ask for confirmation')
  .action(
    changes(async (work, idOrName, { yes = false }) => {
      const account = await chooseAccount(work.table, idOrName);
      const users = await listUsers(work.table, account.id);
      await askFirst(
        `All calls by ${countEach(users.length, 'user')} of account "${account.name}" on ${work.stage.label} will get the answer 403. Go on?`,
        yes,
      );
      return setEnabled(work, await chooseAccount(work.table, account.id), false);
    }),
  );

export const account = command(
  'account',
  'Accounts: whose consents are recorded',
  "account create 'My Shop' --stage prod",
)
  .addCommand(create)
  .addCommand(list)
  .addCommand(display)
  .addCommand(rename)
  .addCommand(enable)
  .addCommand(disable);
