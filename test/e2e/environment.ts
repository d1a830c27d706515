import { delimiter, join } from 'node:path';
import { folderOfRun } from '../support/make/machine.ts';

/** What the test run and npx set, and what the service can be told; a person who types `npm start` has none of it. */
const prefixes = ['AWS_', 'TEST_', 'VITEST', 'npm_'];
const names = [
  'NODE_ENV',
  'NODE_OPTIONS',
  'PORT',
  'DYNAMODB_PORT',
  'SECRETS_MANAGER_PORT',
  'KMS_PORT',
  'DATA_DIR',
  'ALLOWED_HOSTS',
  'ALLOWED_ADDRESSES',
  'TABLE_NAME',
  'SIGNING_KEY_SECRET',
  'EVIDENCE_KEY',
  'STAGE',
  'CONSENT_REGISTER_STAGE',
  'CONSENT_REGISTER_STACK',
  'CONSENT_REGISTER_ACCOUNT',
];

const isPersonal = (name: string): boolean =>
  !names.includes(name) && !prefixes.some((prefix) => name.startsWith(prefix));

/** Without the programs of this project's packages, so that npm runs on the machine's Node. */
const personalPath = (path: string): string =>
  path
    .split(delimiter)
    .filter((directory) => !directory.endsWith(join('node_modules', '.bin')))
    .join(delimiter);

/** The environment of a person's shell: this process's, less what belongs to the test run. */
export const personalEnvironment = (settings: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => isPersonal(name))),
  PATH: personalPath(process.env.PATH ?? ''),
  XDG_RUNTIME_DIR: folderOfRun() ?? process.env.XDG_RUNTIME_DIR,
  ...settings,
});
