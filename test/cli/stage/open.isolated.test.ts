import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { open } from '../../../cli/stage/open.ts';
import { listLogEntries } from '../../../shared/identity/operations-log.ts';
import example from '../../../stages/example.json' with { type: 'json' };
import { admin, adminData, ended, runAdmin } from '../../support/call/admin.ts';
import { recordCalls } from '../../support/call/requests.ts';
import { prodLabel, useDeployedStage } from '../../support/make/deployed-stage.ts';
import { table } from '../../support/make/table.ts';
import { useHome } from './home.ts';

const aws = await useDeployedStage();

const callerOf = (account: string): string => `arn:aws:sts::${account}:assumed-role/Operator/ada`;

const noStage = (name: string) =>
  `${name} cannot be the name of a stage: it must be up to 20 lower-case letters, digits and dashes, a letter first.`;

describe('what is worked on', () => {
  test('a stage is found by the outputs of its stack', async () => {
    const { exitCode, stdout, stderr } = await runAdmin('key', 'list', '--stage', 'prod');

    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: `On ${prodLabel()}\n` });
    expect(stdout).toContain('signs');
    expect(aws.calls).toEqual(['DescribeStacks in eu-west-1']);
  });

  test('a table is found by its name, without asking AWS for anything else', async () => {
    const { exitCode, stderr } = await admin('key', 'list');

    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: `On table ${table.name} in eu-west-1\n` });
    expect(aws.calls).toEqual([]);
  });

  const say =
    'Choose what to work on: --stage <name> for a deployed stage, --table <name> for a table, or --local for the service that `npm start` runs.';
  const several = 'Use only one of --stage, --table and --local.';

  test.each([
    [[], say],
    [['--region', 'eu-west-1'], say],
    [['--stage', 'prod', '--table', 'a-table'], several],
    [['--stage', 'prod', '--local'], several],
    [['--table', 'a-table', '--local'], several],
    [['--stage', 'prod', '--table', 'a-table', '--local'], several],
    [['--local', '--port', 'abc'], '--port must be a number.'],
    [['--stage', 'prod', '--port', '3000'], '--port works only with --local.'],
    [['--local', '--region', 'eu-west-1'], '--region has no effect on --local. Leave one of the two out.'],
    [['--stage', ''], '--stage must not be empty.'],
    [['--table', ''], '--table must not be empty.'],
    [['--stage', 'prod', '--region', ''], '--region must not be empty.'],
    [['--stage', 'Prod'], noStage('"Prod"')],
    [['--stage', '../../package'], noStage('"../../package"')],
    [['--stage', '\u001b[31mprod'], noStage('"\\u001b[31mprod"')],
    [
      ['--table', 'a table'],
      '"a table" cannot be the name of a table. Names have 3 to 255 letters, digits, "_", "-" and ".".',
    ],
  ])('%j is a wrong selection', async (words, message) => {
    expect(await runAdmin('account', 'create', 'My Shop', ...words)).toEqual(ended('usage', message));
    expect(aws.calls).toEqual([]);
  });

  test.each(['--stage <name>', '--table <name>', '--region <region>'])('%s needs a value', async (option) => {
    const [name = ''] = option.split(' ');

    expect(await runAdmin('account', 'list', name)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(`consent-register: option '${option}' argument missing\nUsage: `),
    });
  });
});

describe('the stage of the environment', () => {
  beforeEach(() => {
    vi.stubEnv('CONSENT_REGISTER_STAGE', 'prod');
  });

  test('is worked on where nothing else is said', async () => {
    expect(await runAdmin('key', 'list')).toMatchObject({ exitCode: 0, stderr: `On ${prodLabel()}\n` });
    expect(await runAdmin('key', 'list', '--region', 'eu-central-1')).toMatchObject({
      exitCode: 0,
      stderr: `On stage prod, table ${table.name} in eu-central-1 of AWS account 123456789012\n`,
    });
    expect(aws.calls).toEqual(['DescribeStacks in eu-west-1', 'DescribeStacks in eu-central-1']);
  });

  test.each([
    [['--table', table.name], 0, `On table ${table.name} in eu-west-1\n`],
    [['--stage', 'staging'], 0, `On stage staging, table ${table.name} in eu-west-1 of AWS account 123456789012\n`],
    [['--local'], 5, 'consent-register: No local service runs on port 1.'],
  ])('is not where %j is', async (words, exitCode, said) => {
    vi.stubEnv('PORT', '1');
    aws.stacks.set('ConsentRegister-staging', { TableName: table.name });

    const outcome = await runAdmin('key', 'list', ...words);

    expect(outcome).toMatchObject({ exitCode, stderr: expect.stringContaining(said) });
  });

  test('is refused where no stage can have the name', async () => {
    vi.stubEnv('CONSENT_REGISTER_STAGE', 'prod ');

    expect(await runAdmin('key', 'list')).toEqual(ended('usage', noStage('"prod "')));
  });

  test('is none where it is empty', async () => {
    vi.stubEnv('CONSENT_REGISTER_STAGE', '');

    expect(await runAdmin('key', 'list')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('Choose what'),
    });
  });
});

describe('the region', () => {
  const outputs = { TableName: table.name };

  test.each([
    ['of the environment is taken', 'staging', [], 'eu-west-1'],
    ['in the file of the stage wins over that', 'example', [], 'eu-south-1'],
    ['that is said wins over both', 'example', ['--region', 'eu-central-1'], 'eu-central-1'],
    ['that is said is taken where there is no file', 'staging', ['--region', 'eu-central-1'], 'eu-central-1'],
  ])('%s', async (_, stage, words, chosen) => {
    aws.stacks.set(`ConsentRegister-${stage}`, outputs);
    aws.caller = callerOf(example.account);

    const { exitCode, stderr } = await runAdmin('key', 'list', '--stage', stage, ...words);

    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: `On stage ${stage}, table ${table.name} in ${chosen} of AWS account ${example.account}\n`,
    });
    expect(aws.calls).toEqual([`DescribeStacks in ${chosen}`]);
  });

  test('is not looked for in a file that is damaged', async () => {
    const name = `damaged-${randomUUID().slice(0, 8)}`;
    const file = join(import.meta.dirname, '../../../stages', `${name}.json`);
    onTestFinished(() => rm(file));
    await writeFile(file, '{ "region": "eu-west-1", }');

    const { exitCode, stderr } = await runAdmin('key', 'list', '--stage', name);

    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: expect.stringMatching(
        new RegExp(
          `^consent-register: stages/${name}\\.json is not a JSON object: .*position 25.*Correct the file\\.\n$`,
        ),
      ),
    });
    expect(aws.calls).toEqual([]);
  });

  test('of the profile is taken where nothing else says one', async () => {
    aws.stacks.set('ConsentRegister-staging', outputs);
    useHome('[default]\nregion = eu-north-1\n');
    vi.stubEnv('AWS_REGION', undefined);

    expect(await runAdmin('account', 'list', '--stage', 'staging')).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: `On stage staging, table ${table.name} in eu-north-1 of AWS account 123456789012\nThere is no account.\n`,
    });
  });
});

describe('who changes something', () => {
  test('on a stage is who STS says', async () => {
    aws.caller = 'arn:aws:sts::123456789012:assumed-role/Operator/grace';

    const { exitCode } = await runAdmin('account', 'create', 'Of the stage', '--stage', 'prod');

    const log = await runAdmin('operations', 'list', '--stage', 'prod', '--limit', '1', '--json');
    expect(exitCode).toBe(0);
    expect(JSON.parse(log.stdout)).toMatchObject([{ by: aws.caller, command: 'account create' }]);
    expect(aws.calls).toEqual([
      'DescribeStacks in eu-west-1',
      'GetCallerIdentity in eu-west-1',
      'DescribeStacks in eu-west-1',
    ]);
  });

  test('on an engine of the own machine is its user', async () => {
    const { exitCode } = await admin('account', 'create', 'Of the table');

    expect(exitCode).toBe(0);
    expect(await listLogEntries(table, 1)).toMatchObject([
      { by: `local:${userInfo().username}`, command: 'account create' },
    ]);
    expect(aws.calls).toEqual([]);
  });

  test('on a table of AWS is who STS says', async () => {
    vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', 'https://dynamodb.eu-west-1.amazonaws.com');
    aws.refusals.set('GetCallerIdentity', { status: 403, code: 'ExpiredToken', message: 'by the test' });

    expect(await admin('account', 'create', 'Of AWS')).toEqual(
      ended(
        'unreachable',
        'Your AWS credentials have expired. Log in to AWS again.',
        `table ${table.name} in eu-west-1`,
      ),
    );
    expect(aws.calls).toEqual(['GetCallerIdentity in eu-west-1']);
  });
});

describe('the AWS account', () => {
  const wrongAccount =
    'Your credentials are for AWS account 444455556666, but stages/example.json says 111122223333. Nothing was read or written. Check AWS_PROFILE.';

  test.each([
    ['account', 'create', 'Of another account'],
    ['key', 'list'],
  ])(
    'that the file of the stage does not name ends %s %s before anything is called but CloudFormation',
    async (...words) => {
      aws.stacks.set('ConsentRegister-example', { TableName: table.name });
      aws.caller = callerOf('444455556666');
      const { result, calls } = await recordCalls(() => runAdmin(...words, '--stage', 'example'));

      expect(result).toEqual(ended('unreachable', wrongAccount));
      expect(aws.calls).toEqual(['DescribeStacks in eu-south-1']);
      expect(calls).toEqual([]);
    },
  );

  test('is named where there is no stack, so that nobody deploys into another', async () => {
    expect(await runAdmin('key', 'list', '--stage', 'example')).toEqual(
      ended(
        'unreachable',
        'There is no stack ConsentRegister-example in eu-south-1. Deploy it, give its region with --region, or name with --stack the stack that the stage is in, and check that your credentials are for AWS account 111122223333.',
      ),
    );
  });

  test.each([
    ['a-table', 'table a-table in eu-west-1 of AWS account 123456789012'],
    [
      'arn:aws:dynamodb:eu-west-1:444455556666:table/a-table',
      'table arn:aws:dynamodb:eu-west-1:444455556666:table/a-table in eu-west-1 of AWS account 444455556666',
    ],
  ])('of the table %s is announced', async (name, label) => {
    vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', 'https://dynamodb.eu-west-1.amazonaws.com');

    const stage = await open({ table: name });

    expect(stage.label).toBe(label);
    expect(await stage.findCaller()).toBe(aws.caller);
    expect(aws.calls).toEqual(['GetCallerIdentity in eu-west-1']);
  });
});

describe('an address that is made known', () => {
  const allow = async (address: string, ...words: readonly string[]) => {
    const name = randomUUID();
    const { id: account } = await adminData('account', 'create', name);
    const email = `${name}@shop.example`;
    await adminData('user', 'create', 'Bo', email, '--account', String(account), '--generate-password');
    return runAdmin('user', 'allow-address', email, address, '--json', ...words);
  };

  test.each([
    ['10.0.0.1', 'a private address'],
    ['::ffff:192.168.0.1', 'a private address'],
    ['fd00::1', 'a private address'],
    ['0.0.0.0', 'not a public address'],
    ['224.0.0.1', 'not a public address'],
  ])('on a stage is one from which somebody can call: %s is not', async (address, found) => {
    const { exitCode, stderr } = await allow(address, '--stage', 'prod');

    expect(exitCode).toBe(2);
    expect(stderr).toContain(
      `${address} is ${found}. Use the address that \`curl https://checkip.amazonaws.com\` shows to the user.`,
    );
  });

  test('is shown with its network', async () => {
    const { stdout } = await allow('2a00:1450:0:1::7', '--stage', 'prod');

    expect(JSON.parse(stdout)).toMatchObject({ address: '2a00:1450:0:1::7', network: '2a00:1450:0:1::/64' });
  });

  test('on a local table is any', async () => {
    const { stdout } = await allow('10.0.0.1', '--table', table.name);

    expect(JSON.parse(stdout)).toMatchObject({ address: '10.0.0.1' });
  });
});
