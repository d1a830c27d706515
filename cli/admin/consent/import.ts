import { InvalidArgumentError } from '@commander-js/extra-typings';
import { CommandError, exitCodes } from '../../command-error.ts';
import { accountOption, chooseAccountOrOnly } from '../account/choice.ts';
import { changes, changingCommand } from '../command.ts';
import { checkSource, must } from '../typed/typed-text.ts';

const mostUnits = 1_000_000;

const toUnits = (text: string): number => {
  const units = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0;
  if (units >= 1 && units <= mostUnits) return units;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${mostUnits}.`);
};

export const importConsents = changingCommand(
  'import',
  'Brings in consents that were given elsewhere: an export of a register, or CSV or JSON lines of other software',
  "consent import crm.csv --mapping crm.json --source 'CRM' --check --stage prod",
)
  .argument('<file>', 'folder of an export, file of its consents, or file of other software')
  .option('--source <name>', 'where they come from; the same name each time, by which a record is known again')
  .option('--mapping <file>', 'says what the columns of a file of other software are')
  .option('--check', `validate every line and write no consent; exit code ${exitCodes.finding} if a line is rejected`)
  .option('--rejected <file>', 'where rejected lines go; beside the file without it')
  .option('--write-units-per-second <number>', 'how much of the table’s writing it may take; all without it', toUnits)
  .option('--yes', 'do not ask')
  .option(...accountOption)
  .action(
    changes(async (work, file, options) => {
      const { source = '', mapping, rejected, check = false, yes = false, writeUnitsPerSecond: budget } = options;
      if (file === '') throw new CommandError('The name of the file must not be empty.', 'usage');
      const wanted = { file, mapping, source: must(source, checkSource) };
      const account = await chooseAccountOrOnly(work.table, options.account);
      const { runImport } = await import('./importing/course.ts');
      return runImport(work, { ...wanted, accountId: account.id }, { check, yes, rejected, budget });
    }),
  );
