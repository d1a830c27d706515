import { beforeEach, expect, test, vi } from 'vitest';
import { ended, runAdmin } from '../../support/call/admin.ts';
import { useDeployedStage } from '../../support/make/deployed-stage.ts';
import { table } from '../../support/make/table.ts';

const aws = await useDeployedStage();

const listKeys = (...words: readonly string[]) => runAdmin('key', 'list', ...words);

const labelOf = (stage: string, stack = 'MyApp', region = 'eu-west-1') =>
  `stage ${stage} in stack ${stack}, table ${table.name} in ${region} of AWS account 123456789012`;

const worked = (label: string) => expect.objectContaining({ exitCode: 0, stderr: `On ${label}\n` });

/** Of a stack with one register among others' outputs, some of which end as a register's do. */
const one = {
  Url: 'https://shop.example',
  OurConsentRegister: 'planned',
  MyConsentRegister: 'No stage',
  ConsentsConsentRegister: 'prod',
  ConsentsTableName: table.name,
};
const two = { ...one, TrialConsentRegister: 'trial', TrialTableName: table.name };

beforeEach(() => {
  aws.stacks.set('MyApp', one);
  aws.stacks.set('Both', two);
  aws.stacks.set('Bare', { Url: 'https://shop.example' });
});

test('a stage in a stack of somebody is found by the output that names it', async () => {
  expect(await listKeys('--stack', 'MyApp')).toEqual(worked(labelOf('prod')));
  expect(await listKeys('--stack', 'MyApp', '--stage', 'prod')).toEqual(worked(labelOf('prod')));
  expect(await listKeys('--stack', 'Both', '--stage', 'trial')).toEqual(worked(labelOf('trial', 'Both')));
  expect(aws.calls).toEqual(Array.from({ length: 3 }, () => 'DescribeStacks in eu-west-1'));
});

test('it is in the region that is said, whatever a file says of a stage with its name', async () => {
  aws.stacks.set('MyApp', { ...one, ConsentsConsentRegister: 'example' });

  expect(await listKeys('--stack', 'MyApp', '--stage', 'example')).toEqual(worked(labelOf('example')));
  expect(await listKeys('--stack', 'MyApp', '--region', 'eu-central-1')).toEqual(
    worked(labelOf('example', 'MyApp', 'eu-central-1')),
  );
});

test('the stack of a stage is found by either name, also if it was deployed before it named the stage', async () => {
  expect(await listKeys('--stack', 'ConsentRegister-prod')).toEqual(worked(labelOf('prod', 'ConsentRegister-prod')));

  aws.stacks.set('ConsentRegister-prod', { ConsentRegister: 'prod', TableName: table.name });

  expect(await listKeys('--stack', 'ConsentRegister-prod')).toEqual(worked(labelOf('prod', 'ConsentRegister-prod')));
  expect(await listKeys('--stage', 'prod')).toMatchObject({ exitCode: 0 });
});

test.each([
  [
    ['--stack', 'Bare'],
    'unreachable',
    'The stack Bare has no consent register in its outputs. Check the name, and that its deployment is complete.',
  ],
  [['--stack', 'Both'], 'usage', 'The stack Both has several registers. Choose one with --stage: prod, trial.'],
  [
    ['--stack', 'Both', '--stage', 'test'],
    'unreachable',
    'The stack Both has no register of the stage test. It has: prod, trial.',
  ],
  [
    ['--stack', 'MyAp'],
    'unreachable',
    'There is no stack MyAp in eu-west-1. Check the name, or give its region with --region.',
  ],
  [
    ['--stack', 'my app'],
    'usage',
    '"my app" cannot be the name of a stack. Names have up to 128 letters, digits and dashes, a letter first.',
  ],
  [['--stack', ''], 'usage', '--stack must not be empty.'],
  [['--stack', 'MyApp', '--table', 'a-table'], 'usage', 'Use only one of --stage, --table and --local.'],
  [['--stack', 'MyApp', '--local'], 'usage', 'Use only one of --stage, --table and --local.'],
  [['--stack', 'MyApp', '--stage', 'Prod'], 'usage', expect.stringContaining('"Prod" cannot be the name of a stage')],
] as const)('%j: one line says what to do', async (words, code, line) => {
  const outcome = await listKeys(...words);

  expect(outcome).toMatchObject({ exitCode: ended(code, '').exitCode });
  expect(outcome.stderr.trimEnd().replace('consent-register: ', '')).toEqual(line);
  expect(outcome.stderr.match(/\n/g)).toHaveLength(1);
});

test('the environment names the stack too, where nothing is typed', async () => {
  vi.stubEnv('CONSENT_REGISTER_STACK', 'Both');
  vi.stubEnv('CONSENT_REGISTER_STAGE', 'trial');

  expect(await listKeys()).toEqual(worked(labelOf('trial', 'Both')));
  expect(await listKeys('--stage', 'prod')).toMatchObject({ stderr: expect.stringContaining('On stage prod, table') });
  expect(await listKeys('--stack', 'MyApp')).toEqual(worked(labelOf('prod')));

  vi.stubEnv('CONSENT_REGISTER_STAGE', '');

  expect(await listKeys()).toMatchObject({ stderr: expect.stringContaining('has several registers') });
});
