import { InvalidArgumentError } from '@commander-js/extra-typings';
import { CommandError, exitCodes } from '../command-error.ts';
import { accountOption, chooseAccountOrOnly } from './account/choice.ts';
import { changes, changingCommand } from '../command.ts';
import { checkSource, must } from '../typed/typed-text.ts';

const mostUnits = 1_000_000;

const toUnits = (text: string): number => {
  const units = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0;
  if (units >= 1 && units <= mostUnits) return units;
  throw new InvalidArgumentError(`Give a whole number from 1 to ${mostUnits}.`);
};

export const importConsents = changingCommand(
  'import',
  "Imports consents given elsewhere: from a register's export, or from CSV or JSON lines of other software",
  "consent import crm.csv --mapping crm.json --source 'CRM' --check --stage prod",
)
  .argument('<file>', 'folder of an export, file of its consents, or file of other software')
  .option(
    '--source <name>',
    'where the consents come from; use the same name each time, so that known records are recognised',
  )
  .option('--mapping <file>', 'file that says what the columns of a file of other software mean')
  .option('--check', `validate every line but write no consent; exit code ${exitCodes.finding} if a line is rejected`)
  .option('--rejected <file>', 'where to write rejected lines (default: next to the file)')
  .option(
    '--write-units-per-second <number>',
    'limit on the table’s write capacity that the import uses (default: none)',
    toUnits,
  )
  .option('--yes', 'do not ask for confirmation')
  .option(...accountOption)
  .action(
    changes(async (work, file, options) => {
      const { source = '', mapping, rejected, check = false, yes = false, writeUnitsPerSecond: budget } = options;
      if (file === '') throw new CommandError('Give the name of a file; it must not be empty.', 'usage');
      const wanted = { file, mapping, source: must(source, checkSource) };
      const account = await chooseAccountOrOnly(work.table, options.account);
      const { runImport } = await import('./consent/importing/course.ts');
      return runImport(work, { ...wanted, accountId: account.id }, { check, yes, rejected, budget });
    }),
  );
