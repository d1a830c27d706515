import { changes, changingCommand, offline } from '../../action.ts';
import { accountOption, chooseAccountOrOnly } from '../../choose.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import { checkSource, must, numberReader } from '../../input/values.ts';
import type { Result } from '../../output/print.ts';

/** What reads files of other software is loaded only when needed. */
const suggest = async (file: string): Promise<Result> => {
  const { suggestMapping } = await import('./import-suggest.ts');
  return suggestMapping(file);
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
  .option('--suggest-mapping', 'print a mapping for the columns of the file, to be completed; offline')
  .option('--check', `validate every line but write no consent; exit code ${exitCodes.finding} if a line is rejected`)
  .option('--rejected <file>', 'where to write rejected lines (default: next to the file; with --check nowhere)')
  .option(
    '--write-units-per-second <number>',
    'limit on the table’s write capacity that the import uses (default: none)',
    numberReader(1_000_000),
  )
  .option('--yes', 'do not ask for confirmation')
  .option(...accountOption)
  .action(function action(this, file, options) {
    if (file === '') throw new CommandError('Give the name of a file; it must not be empty.', 'usage');
    if (options.suggestMapping) {
      if (options.check || options.mapping !== undefined) {
        throw new CommandError(
          'Use --suggest-mapping without --check and --mapping: it only prints a mapping.',
          'usage',
        );
      }
      return offline(suggest)(file);
    }
    return changes(async (work, _file: string) => {
      const { source = '', mapping, rejected, check = false, yes = false, writeUnitsPerSecond: budget } = options;
      const wanted = { file, mapping, source: must(source, checkSource) };
      const account = await chooseAccountOrOnly(work.table, options.account);
      const { runImport } = await import('./import-run.ts');
      return runImport(work, { ...wanted, accountId: account.id }, { check, yes, rejected, budget });
    }).call(this, file);
  });
