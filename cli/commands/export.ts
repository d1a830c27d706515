import { InvalidArgumentError } from '@commander-js/extra-typings';
import { CommandError, exitCodes } from '../command-error.ts';
import { accountOption, chooseAccountOrOnly } from './account/choice.ts';
import { changes, changingCommand, offline } from '../command.ts';
import type { Result } from '../printing/output.ts';
import { exportRegister, foreseeExport } from './consent/exporting/from-register.ts';
import { tellCheck } from './consent/exporting/outcome.ts';

const most = { segments: 64, unitsPerSecond: 100_000 };

const toNumber =
  (highest: number) =>
  (text: string): number => {
    const number = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0;
    if (number >= 1 && number <= highest) return number;
    throw new InvalidArgumentError(`Give a whole number from 1 to ${highest}.`);
  };

const checkWays = ({ verify, check, fromExport }: Readonly<Record<string, unknown>>): void => {
  if ([verify, check, fromExport].filter((way) => way !== undefined).length > 1) {
    throw new CommandError('Use only one of --check, --verify and --from-export.', 'usage');
  }
};

/** The reader of DynamoDB exports is loaded only when needed. */
const convert = async (folder: string, from: string, account: string | undefined): Promise<Result> => {
  const { exportFromDynamo } = await import('./consent/exporting/from-dynamo-export.ts');
  return exportFromDynamo(folder, from, account);
};

export const exportConsents = changingCommand(
  'export',
  'Writes all consents of an account to a folder, with its notices and projects, as JSON lines and CSV',
  "consent export ../consents-2026-11 --stage prod --reason 'yearly copy'",
)
  .argument('<folder>', 'a new folder, or the folder of an interrupted export')
  .option(...accountOption)
  .option(
    '--segments <number>',
    'how many parts of the table to read in parallel (default: 4)',
    toNumber(most.segments),
  )
  .option(
    '--read-units-per-second <number>',
    'limit on the table’s read capacity that the export uses (default: none)',
    toNumber(most.unitsPerSecond),
  )
  .option('--check', 'show what the export would read and cost; write nothing')
  .option(
    '--verify',
    `check a finished export against its manifest, offline; exit code ${exitCodes.finding} if a file differs`,
  )
  .option('--from-export <folder>', 'read a DynamoDB export to S3 from this folder instead of the table, offline')
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
