import { Option } from '@commander-js/extra-typings';
import { account } from './account/account.ts';
import { command, programName } from './command.ts';
import { consent } from './consent/consent.ts';
import { doctor } from './doctor/doctor.ts';
import { erasure } from './erasure/erasure.ts';
import { events } from './events/events.ts';
import { evidence } from './evidence/evidence.ts';
import { init } from './init/init.ts';
import { key } from './key/key.ts';
import { log } from './log/log.ts';
import { notice } from './notice/notice.ts';
import { person } from './person/person.ts';
import { project } from './project/project.ts';
import { report } from './report/report.ts';
import { user } from './user/user.ts';

/**
 * Before any command. It is none of commander's options of the program, which would be taken after a command as well, where
 * `notice show` has one of its own.
 */
export const versionOption = new Option('-V, --version', 'print the version of this program');

/** Whether the words begin with that option. */
export const asksVersion = ([first = '']: readonly string[]): boolean =>
  [versionOption.short, versionOption.long].includes(first);

/** All commands, with the options that every one has. */
export const program = command(
  programName,
  'Runs a consent register: what its HTTP interface does not do. In a clone it is called as `npm run admin --`.',
  'account list --stage prod',
)
  .option('--stage <name>', 'work on what CDK deployed under this name (default: that of CONSENT_REGISTER_STAGE)')
  .option('--region <region>', 'where the stage is, unless its file or your profile says so')
  .option('--table <name>', 'work on a table')
  .option('--erasures-table <name>', 'beside --table: the table that lists what was erased')
  .option('--log-table <name>', 'beside --table: the table that holds the log')
  .option('--local', 'work on the service that `npm start` runs, on PORT')
  .option('--json', 'print JSON, errors too, and no notes, for scripts')
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
