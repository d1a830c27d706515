import { describe, expect, test, vi } from 'vitest';
import { ended, runAdmin } from '../../support/call/admin.ts';
import { prodLabel, region, useDeployedStage } from '../../support/make/deployed-stage.ts';
import { table } from '../../support/make/table.ts';
import { logOut, useHome } from './home.ts';

const aws = await useDeployedStage();

const create = (...words: readonly string[]) => runAdmin('account', 'create', 'My Shop', ...words);

const noCredentials = 'No AWS credentials were found. Log in to AWS, or name a profile with AWS_PROFILE.';
const selections = [
  [
    '--stage=prod',
    'No region is set for stage prod, and there is no stages/prod.json. Check the name of the stage, use --region, or set AWS_REGION.',
    'The region for stage prod is not valid. Check --region, stages/prod.json, and AWS_REGION.',
  ],
  [
    '--table=some-table',
    'No region is set for table some-table. Use --region or set AWS_REGION.',
    'The region for table some-table is not valid. Check --region and AWS_REGION.',
  ],
] as const;

describe('a stage that is not there', () => {
  test('has no stack', async () => {
    expect(await create('--stage', 'nope')).toEqual(
      ended(
        'unreachable',
        'There is no stack ConsentRegister-nope in eu-west-1. Deploy it, give its region with --region, or name with --stack the stack that the stage is in, and check its name: there is no stages/nope.json.',
      ),
    );
  });

  test.each([{}, { ApiUrl: 'http://127.0.0.1:1' }])('has a stack that tells no table: %j', async (outputs) => {
    aws.stacks.set('ConsentRegister-prod', outputs);

    expect(await create('--stage', 'prod')).toEqual(
      ended(
        'unreachable',
        'The stack ConsentRegister-prod has no output for its table. Check that its deployment is complete.',
      ),
    );
  });

  test('has a stack whose table is not there', async () => {
    aws.stacks.set('ConsentRegister-prod', { TableName: 'gone' });

    const label = prodLabel('gone');
    expect(await create('--stage', 'prod')).toEqual(
      ended('unreachable', `Not found: ${label}. Check the name and the region.`, label),
    );
  });

  test('nor is a table', async () => {
    const label = `table gone in ${region}`;
    expect(await create('--table', 'gone')).toEqual(
      ended('unreachable', `Not found: ${label}. Check the name and the region.`, label),
    );
  });
});

describe('the shell', () => {
  test.each(selections)('has no region: %s', async (selection, noRegion) => {
    useHome();
    vi.stubEnv('AWS_REGION', undefined);

    expect(await create(selection)).toEqual(ended('unreachable', noRegion));
  });

  test.each(selections)('has a region that cannot be one: %s', async (selection, _, wrongRegion) => {
    vi.stubEnv('AWS_REGION', 'eu west');

    expect(await create(selection)).toEqual(ended('unreachable', wrongRegion));
  });

  test('has no credentials', async () => {
    logOut();

    expect(await create('--stage', 'prod')).toEqual(ended('unreachable', noCredentials));
    expect(await runAdmin('account', 'list', '--table', table.name)).toEqual(
      ended('unreachable', noCredentials, `table ${table.name} in ${region}`),
    );
    expect(aws.calls).toEqual([]);
  });

  test('has a profile that is not there', async () => {
    logOut();
    vi.stubEnv('AWS_PROFILE', 'nobody');

    expect(await create('--stage', 'prod')).toEqual(ended('unreachable', noCredentials));
  });
});
