import { describe, expect, test, vi } from 'vitest';
import { assemblySettings } from '../../../cli/deployment/deployment.ts';
import { ended, runAdmin } from '../../support/call/admin.ts';
import { useDeployedStage } from '../../support/make/deployed-stage.ts';
import { logOut } from '../stage/home.ts';

const aws = await useDeployedStage();

const commands = ['deploy', 'diff', 'bootstrap', 'destroy'];

describe.each([...commands, 'synth'])('%s', (name) => {
  test.each([
    [[], `Name the stage for \`${name}\`: --stage <name>.`],
    [['--stage', 'prod', '--local'], `\`${name}\` works on a stage. Use --stage <name>.`],
    [['--table', 'a-table'], `\`${name}\` works on a stage. Use --stage <name>.`],
    [
      ['--stage', 'Prod'],
      '"Prod" cannot be the name of a stage: it must be up to 20 lower-case letters, digits and dashes, a letter first.',
    ],
    [
      ['--stage', 'prod-of-nobody'],
      'There is no file stages/prod-of-nobody.json. Write it with npm run admin -- init --stage prod-of-nobody, or name another stage.',
    ],
  ])('%j is refused before AWS is asked', async (words, line) => {
    expect(await runAdmin(name, ...words)).toEqual(ended('usage', line));
    expect(aws.calls).toEqual([]);
  });
});

describe.each(commands)('%s', (name) => {
  test('works in no other AWS account than that of the file', async () => {
    expect(await runAdmin(name, '--stage', 'example')).toEqual(
      ended(
        'unreachable',
        'Your credentials are for AWS account 123456789012, but stages/example.json says 111122223333. Nothing was changed. Check AWS_PROFILE.',
      ),
    );
  });
});

test('without credentials, one line says so', async () => {
  logOut();

  expect(await runAdmin('deploy', '--stage', 'example')).toEqual(
    ended('unreachable', 'No AWS credentials were found. Log in to AWS, or name a profile with AWS_PROFILE.'),
  );
});

test('the stage may be named by CONSENT_REGISTER_STAGE', async () => {
  vi.stubEnv('CONSENT_REGISTER_STAGE', 'prod-of-nobody');

  expect((await runAdmin('diff')).stderr).toContain('stages/prod-of-nobody.json');
});

test('a stage that is not there cannot be destroyed', async () => {
  expect(await runAdmin('destroy', '--stage', 'dev-of-nobody', '--region', 'eu-west-1')).toEqual(
    ended(
      'unreachable',
      'There is no stack ConsentRegister-dev-of-nobody in eu-west-1: nothing to destroy.',
      'stage dev-of-nobody in eu-west-1 of AWS account 123456789012',
    ),
  );
});

test('the app of a stage is made in a folder that is deleted, of what the file says alone', () => {
  expect(assemblySettings).toMatchObject({ disposeOutdir: true, lookups: false, resolveDefaultEnvironment: false });
});
