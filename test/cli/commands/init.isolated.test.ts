import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { afterEach, expect, test, vi } from 'vitest';
import { retentions } from '../../../infra/option-values.ts';
import { nameStageFile, stageFilePath } from '../../../infra/stage-file.ts';
import { ended, runAdmin } from '../../support/call/admin.ts';

const stage = 'prod-of-init-test';
const path = stageFilePath(stage);

afterEach(() => rm(path, { force: true }));

const init = (...words: readonly string[]) => runAdmin('init', '--stage', stage, ...words);
const complete = ['--region', 'eu-west-1', '--alarm-email', 'ops@shop.example', '--anchor-retention-days', '3653'];

test('writes the file of a stage, and says the lines that come next', async () => {
  const { exitCode, stdout, stderr } = await init(...complete, '--aws-account', '111122223333', '--console');

  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: `wrote  ${nameStageFile(stage)}\n` });
  expect(await readFile(path, 'utf8')).toBe(`{
  "region": "eu-west-1",
  "account": "111122223333",
  "alarmEmail": "ops@shop.example",
  "anchorRetentionDays": 3653,
  "console": true
}
`);
  expect(stderr.split('\n').slice(1, 7)).toEqual([
    `  npx cdk bootstrap -c stage=${stage}`,
    `  npx cdk diff -c stage=${stage}`,
    `  npx cdk deploy -c stage=${stage} --no-rollback`,
    `  npm run admin -- setup --stage ${stage}`,
    `  npm run admin -- evidence add-key --stage ${stage}`,
    `  npm run admin -- doctor --stage ${stage}`,
  ]);
});

test('in another folder than the clone, the file is named whole, and the lines begin there', async () => {
  const root = process.cwd();
  vi.spyOn(process, 'cwd').mockReturnValue('/somewhere');
  const { stdout, stderr } = await init(...complete);
  vi.restoreAllMocks();

  expect(stdout).toBe(`wrote  ${path}\n`);
  expect(stderr.split('\n')[1]).toBe(`  cd ${root}`);
  expect(stderr).toContain(`${root}/docs/deploy.md`);
});

test('replaces a file only when that is agreed to', async () => {
  await init(...complete);
  const other = ['--region', 'eu-north-1', '--no-alarms', '--anchor-retention-days', '30'];

  expect(await init(...other)).toEqual(
    ended('usage', `${nameStageFile(stage)} is there already. Replace it, with all options in it? Confirm with --yes.`),
  );
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ region: 'eu-west-1' });

  const { stdout } = await init(...other, '--yes', '--json');
  const options = { region: 'eu-north-1', alarms: 'none', anchorRetentionDays: 30 };
  expect(JSON.parse(stdout)).toMatchObject({ files: [nameStageFile(stage)], options });
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(options);
});

test.each([
  [
    [],
    'Questions need a terminal. In a script, give --region, --alarm-email, --alarm-topic-arn or --no-alarms, --anchor-retention-days.',
  ],
  [['--region', 'eu-west-1', '--no-alarms'], 'Questions need a terminal. In a script, give --anchor-retention-days.'],
  [[...complete, '--region', 'Ireland'], '--region must be an AWS region such as eu-west-1.'],
  [[...complete, '--aws-account', '1'], '--aws-account must be the twelve digits of an AWS account.'],
  [
    [...complete, '--anchor-retention-days', 'ten years'],
    '--anchor-retention-days must be a whole number from 1 to 36500.',
  ],
  [[...complete, '--no-alarms'], '--no-alarms must be left out where somebody gets the alarms.'],
  [[...complete, '--local'], 'init writes the file of a stage. Name it with --stage, without --local.'],
  [[...complete, '--table', 'x'], 'init writes the file of a stage. Name it with --stage, without --table.'],
])('%j is refused in one line, and no file is written', async (words, line) => {
  expect(await init(...words)).toEqual(ended('usage', line));
  expect(existsSync(path)).toBe(false);
});

test('without a terminal the stage is asked for by its option', async () => {
  expect(await runAdmin('init')).toEqual(ended('usage', 'Questions need a terminal. In a script, give --stage.'));
});

test('a stage for development needs its region too', async () => {
  expect(await runAdmin('init', '--stage', 'dev-of-init-test')).toEqual(
    ended('usage', 'Questions need a terminal. In a script, give --region.'),
  );
});

test('a stage needs a name that it can have', async () => {
  expect(await runAdmin('init')).toEqual(ended('usage', 'Questions need a terminal. In a script, give --stage.'));
  expect(await runAdmin('init', '--stage', '../prod', ...complete)).toEqual(
    ended(
      'usage',
      '"../prod" cannot be the name of a stage: it must be up to 20 lower-case letters, digits and dashes, a letter first.',
    ),
  );
});

test('the retentions of logs are those of CDK', () => {
  const all = Object.values(RetentionDays).filter((days) => typeof days === 'number');

  expect(retentions).toEqual(all.filter((days) => days !== RetentionDays.INFINITE));
});

test('the help shows a stage only, because init does not work on the local service', async () => {
  const { stdout } = await runAdmin('init', '--help');

  expect(stdout).toContain('init --stage prod --region eu-west-1');
  expect(stdout).not.toContain('init --local');
});
