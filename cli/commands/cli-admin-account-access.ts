import type { Account } from '../../shared/identity/account.ts';
import { enableConsentRegister } from '../../shared/identity/account-changes.ts';
import { listUsers } from '../../shared/identity/user.ts';
import type { ChangingWork } from '../command.ts';
import { changes, changingCommand } from '../command.ts';
import type { Result } from '../printing/output.ts';
import { askFirst } from '../terminal.ts';
import { chooseAccount } from './account/choice.ts';
import { showAccount } from './view.ts';

const setEnabled = async (work: ChangingWork, account: Account, enabled: boolean): Promise<Result> => {
  if (account.consentRegisterEnabled !== enabled) {
    await enableConsentRegister(work.table, account.id, enabled, work.newChange());
  }
  return showAccount(work, account.id);
};

export const enable = changingCommand(
  'enable',
  'Lets an account use the register',
  "account enable 'My Shop' --stage prod",
)
  .argument('<account>', 'id or name')
  .action(changes(async (work, idOrName) => setEnabled(work, await chooseAccount(work.table, idOrName), true)));

export const disable = changingCommand(
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
        `All calls by the ${users.length} users of account "${account.name}" on ${work.stage.label} will get the answer 403. Go on?`,
        yes,
      );
      return setEnabled(work, await chooseAccount(work.table, account.id), false);
    }),
  );
