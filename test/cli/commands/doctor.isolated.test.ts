import { userInfo } from 'node:os';
import { expect, test } from 'vitest';
import { listLogEntries } from '../../../shared/identity/operations-log.ts';
import { startStoreProxy, storeError } from '../../support/faults/store-proxy.ts';

const proxy = await startStoreProxy();
const { runAdmin } = await import('../../support/call/admin.ts');
const { prodLabel, region } = await import('../../support/make/deployed-stage.ts');
const { toJsonError } = await import('../../support/call/admin.ts');
const { diagnose, diagnosis, soundFindings } = await import('../../support/make/sound-stage.ts');
const { tellTable, useSoundStage, useTable } = await import('../../support/make/sound-stage.ts');

const stage = await useSoundStage(proxy);

const columns = (line: string): string[] => line.split(/ {2,}/);

test('a sound stage has one line for each check, and is not changed', async () => {
  const before = await listLogEntries(stage.table, 10);

  const { exitCode, stdout, stderr } = await runAdmin('doctor', '--stage', 'prod');

  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: `On ${prodLabel(stage.table.name)}\n` });
  expect(stdout.trimEnd().split('\n').map(columns)).toEqual([
    ['check', 'state', 'says', 'what to do'],
    ...soundFindings(stage).map(({ check, state, says }) => [check, state, says]),
  ]);
  expect(await listLogEntries(stage.table, 10)).toEqual(before);
});

test('each problem is reported with what to do', async () => {
  await useTable(stage, { accounts: 0 });

  const { exitCode, stdout, stderr } = await runAdmin('doctor', '--stage', 'prod');

  expect({ exitCode, stderr }).toEqual({
    exitCode: 6,
    stderr: `On ${prodLabel(stage.table.name)}\nconsent-register: Checks failed: accounts.\n`,
  });
  const rows = stdout.trimEnd().split('\n').map(columns);
  expect(rows.find(([check]) => check === 'accounts')).toEqual([
    'accounts',
    'wrong',
    'none',
    'Run `npm run admin -- setup --stage prod` to create the first one.',
  ]);
});

test('scripts get the findings', async () => {
  const { exitCode, stdout } = await runAdmin('doctor', '--stage', 'prod', '--json');

  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toEqual(soundFindings(stage));
});

test('what a table alone does not tell is left out', async () => {
  const { exitCode, stdout, stderr } = await runAdmin('doctor', '--table', stage.table.name, '--json');

  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  const changed = new Map([
    ['deletion protection', 'not needed for development'],
    ['point-in-time recovery', 'does not apply to a local table'],
    ['stream', 'does not apply to a local table'],
    ['key rotation', 'only with `key rotate`'],
    ['API', 'not known for a table alone'],
    ['clock', 'not known for a table alone'],
    ['alarms', 'not known for a table alone'],
    ['trail of key changes', 'not known for a table alone'],
    ['mail', 'not known for a table alone'],
    ['backups by AWS Backup', 'not known for a table alone'],
    ['encryption key', 'does not apply to a local table'],
    ['evidence key', 'not known for a table alone'],
    ['erasures table', 'not known for a table alone; name it with --erasures-table'],
    ['unfinished erasures', 'needs the erasures table'],
    ['erasures', 'needs the erasures table'],
    ['log table', 'not known for a table alone; name it with --log-table'],
    ['log name', 'needs the log'],
    ['log feed', 'needs the log'],
    ['log', 'needs the log table'],
    ['anchors', 'needs the log'],
    ['records set aside', 'needs the log'],
  ]);
  expect(JSON.parse(stdout)).toEqual(
    soundFindings(stage).map((finding) => {
      if (finding.check === 'credentials') return { ...finding, says: `local:${userInfo().username}` };
      const says = changed.get(finding.check);
      return says === undefined ? finding : { ...finding, state: 'skipped', says };
    }),
  );
  expect(stage.aws.calls).toEqual([]);
});

test('a check that cannot look says why, and the others go on', async () => {
  const { intercept } = proxy;
  proxy.intercept = async (call) =>
    call.name === 'DescribeTimeToLive' ? storeError(400, 'SomethingException') : (intercept?.(call) ?? call.forward());

  expect(await diagnose(stage)).toEqual(
    diagnosis({
      check: 'time to live',
      state: 'wrong',
      says: 'cannot be checked (SomethingException)',
      todo: 'AWS says: by the test',
    }),
  );
});

test('a table that is not there is missed by every check of it', async () => {
  tellTable(stage, 'gone');

  const todo = `Not found: ${prodLabel('gone')}. Check the name and the region.`;
  const gone = (check: string, table = 'erasures') =>
    ({
      check,
      state: 'wrong',
      says: 'cannot be checked',
      todo: `There is no ${table} table gone-${table} here. Check its name and the region.`,
    }) as const;
  const miss = (check: string, error = 'ResourceNotFoundException') =>
    ({ check, state: 'wrong', says: `cannot be checked (${error})`, todo }) as const;
  expect(await diagnose(stage)).toEqual(
    diagnosis(
      miss('table'),
      miss('indexes'),
      miss('deletion protection'),
      miss('point-in-time recovery', 'TableNotFoundException'),
      miss('time to live'),
      miss('stream'),
      miss('public keys'),
      miss('accounts'),
      miss('keys for machines'),
      miss('encryption key'),
      miss('evidence key'),
      miss('former evidence keys'),
      gone('erasures table'),
      miss('unfinished erasures'),
      miss('erasures'),
      miss('requests to erase'),
      gone('log table', 'log'),
      gone('log name', 'log'),
      miss('log feed'),
      ...['log', 'anchors', 'records set aside'].map((check) => gone(check, 'log')),
    ),
  );
});

test('a stage that is not there is not examined', async () => {
  stage.aws.stacks.clear();

  expect(await runAdmin('doctor', '--stage', 'prod', '--json')).toEqual({
    exitCode: 5,
    stdout: '',
    stderr: toJsonError(
      'unreachable',
      `There is no stack ConsentRegister-prod in ${region}. Deploy it, give its region with --region, or name with --stack the stack that the stage is in, and check its name: there is no stages/prod.json.`,
    ),
  });
});
