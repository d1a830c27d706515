import { InvalidArgumentError } from '@commander-js/extra-typings';
import { CommandError, exitCodes } from '../../command-error.ts';
import { accountOption, chooseAccountOrOnly } from '../account/choice.ts';
import { changes, changingCommand, offline } from '../command.ts';
import type { Result } from '../printing/output.ts';
import { exportRegister, foreseeExport } from './exporting/from-register.ts';
import { tellCheck } from './exporting/outcome.ts';

const most = { segments: 64, unitsPerSecond: 100_000 };

const toNumber =
  (highest: number) =>
  (text: string): number => {
    const number = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0;
    if (number >= 1 && number <= highest) return number;
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${highest}.`);
  };

const checkWays = ({ verify, check, fromExport }: Readonly<Record<string, unknown>>): void => {
  if ([verify, check, fromExport].filter((way) => way !== undefined).length > 1) {
    throw new CommandError('Say one of --check, --verify and --from-export, not several.', 'usage');
  }
};

/** What reads exports of DynamoDB is loaded when one is read. */
const convert = async (folder: string, from: string, account: string | undefined): Promise<Result> => {
  const { exportFromDynamo } = await import('./exporting/from-dynamo-export.ts');
  return exportFromDynamo(folder, from, account);
};

export const exportConsents = changingCommand(
  'export',
  'Writes all consents of an account into a folder, with notices and projects, as JSON lines and CSV',
  "consent export ../consents-2026-11 --stage prod --reason 'yearly copy'",
)
  .argument('<folder>', 'where it goes: a new one, or that of an export which was interrupted')
  .option(...accountOption)
  .option('--segments <number>', 'into how many parts the table is read at once (default: 4)', toNumber(most.segments))
  .option(
    '--read-units-per-second <number>',
    'how much of the table’s reading it may take; all that there is without it',
    toNumber(most.unitsPerSecond),
  )
  .option('--check', 'say what it would read and cost, and write nothing')
  .option(
    '--verify',
    `check a finished folder against its manifest, offline; exit code ${exitCodes.finding} if it differs`,
  )
  .option('--from-export <folder>', 'read what DynamoDB exported to S3 into this folder instead of the table, offline')
  .action(function action(this, folder, options) {
    checkWays(options);
    const { verify, fromExport } = options;
    if (verify) return offline(tellCheck)(folder);
    if (fromExport !== undefined) return offline(convert)(folder, fromExport, options.account);
    return changes(async (work, _folder: string) => {
      const account = await chooseAccountOrOnly(work.table, options.account);
      if (options.check) return foreseeExport(work, account, folder);
      const { segments, readUnitsPerSecond: unitsPerSecond } = options;
      return exportRegister(work, account, folder, { segments, unitsPerSecond });
    }).call(this, folder);
  });
