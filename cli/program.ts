import { Option } from '@commander-js/extra-typings';
import { account } from './commands/account.ts';
import { command, programName } from './command.ts';
import { consent } from './commands/consent.ts';
import { doctor } from './commands/doctor.ts';
import { erasure } from './commands/erasure.ts';
import { events } from './commands/events.ts';
import { evidence } from './commands/evidence.ts';
import { init } from './commands/init.ts';
import { key } from './commands/key.ts';
import { log } from './commands/log.ts';
import { notice } from './commands/notice.ts';
import { person } from './commands/person.ts';
import { project } from './commands/project.ts';
import { report } from './commands/report.ts';
import { user } from './commands/user.ts';

/**
 * Works only before any command. It is not one of commander's program options: commander would accept it after a command too, and
 * `notice show` has its own `--version`.
 */
export const versionOption = new Option('-V, --version', 'print the version of this program');

/** Whether the first word is that option. */
export const asksVersion = ([first = '']: readonly string[]): boolean =>
  [versionOption.short, versionOption.long].includes(first);

/** All commands, with the options common to them. */
export const program = command(
  programName,
  'Operates a consent register: the tasks that its HTTP API does not cover. In a clone, run `npm run admin --`.',
  'account list --stage prod',
)
  .option('--stage <name>', 'the deployed stage to work on (default: CONSENT_REGISTER_STAGE)')
  .option('--region <region>', 'AWS region (default: the file of the stage, then your AWS profile)')
  .option('--table <name>', 'the DynamoDB table to work on, instead of a stage')
  .option('--erasures-table <name>', 'with --table: the table that lists erasures')
  .option('--log-table <name>', 'with --table: the table that holds the log')
  .option('--local', 'work on the local service (`npm start`), on the port in PORT')
  .option('--json', 'print data and errors as JSON, without notes, for scripts')
  .addCommand(init)
  .addCommand(doctor)
  .addCommand(account)
  .addCommand(user)
  .addCommand(project)
  .addCommand(notice)
  .addCommand(consent)
  .addCommand(evidence)
  .addCommand(events)
  .addCommand(person)
  .addCommand(erasure)
  .addCommand(report)
  .addCommand(key)
  .addCommand(log);
