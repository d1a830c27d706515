import { beforeEach, expect, test, vi } from 'vitest';
import { serve } from '../../support/call/serve.ts';
import { startStoreProxy } from '../../support/faults/store-proxy.ts';

const proxy = await startStoreProxy();
const { diagnose, expectOnly, ok, wrong } = await import('../../support/make/sound-stage.ts');
const { useSoundStage } = await import('../../support/make/sound-stage.ts');
const { nameErasuresTable, nameLogTable } = await import('../../../cli/local/create-table.ts');

const stage = await useSoundStage(proxy);
const vault = 'ConsentRegister-prod-1a2b3c4d';
const check = 'backups by AWS Backup';

interface Made {
  readonly at: string;
  readonly status?: string;
}

/** AWS Backup with one vault, and what is in it by the name of the table. */
const held = { begun: '2026-01-01T00:00:00Z', points: new Map<string, readonly Made[]>(), refusal: '' };
const toSeconds = (time: string): number => Date.parse(time) / 1_000;
const endpoint = await serve(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
  if (held.refusal !== '' || !pathname.startsWith(`/backup-vaults/${vault}`)) {
    response.writeHead(400, { 'x-amzn-errortype': held.refusal }).end('{"message":"by the test"}');
    return;
  }
  if (!pathname.includes('/recovery-points')) {
    response.end(JSON.stringify({ BackupVaultName: vault, CreationDate: toSeconds(held.begun) }));
    return;
  }
  const [, table = ''] = String(searchParams.get('resourceArn')).split('table/');
  const after = Date.parse(String(searchParams.get('createdAfter')));
  const points = (held.points.get(table) ?? []).filter(({ at }) => Date.parse(at) > after);
  const RecoveryPoints = points.map(({ at, status = 'COMPLETED' }) => ({
    CreationDate: toSeconds(at),
    Status: status,
  }));
  response.end(JSON.stringify({ RecoveryPoints }));
});

const tablesOf = ({ table: { name } }: typeof stage): string[] => [name, nameErasuresTable(name), nameLogTable(name)];

const useBackups = () =>
  stage.aws.stacks.set('ConsentRegister-prod', {
    ...stage.aws.stacks.get('ConsentRegister-prod'),
    BackupDays: '400',
    BackupVault: vault,
  });

/** All tables are of last year, but for this one. */
const makeTables = (young?: string): void => {
  const { intercept } = proxy;
  proxy.intercept = async (call) => {
    const answer = await (intercept?.(call) ?? call.forward());
    if (call.name !== 'DescribeTable' || typeof answer?.output.Table !== 'object') return answer;
    const made = call.input.TableName === young ? '2026-11-19T12:00:00Z' : '2025-11-19T12:00:00Z';
    return { status: 200, output: { Table: { ...answer.output.Table, CreationDateTime: toSeconds(made) } } };
  };
};

beforeEach(() => {
  vi.stubEnv('AWS_ENDPOINT_URL_BACKUP', endpoint);
  Object.assign(held, { begun: '2026-01-01T00:00:00Z', points: new Map(), refusal: '' });
  makeTables();
  useBackups();
});

const overdue = (...tables: readonly (string | undefined)[]) =>
  wrong(
    check,
    `none in 8 days of ${tables.join(', ')}`,
    `AWS Backup should make one each week in the vault ${vault}. docs/restore.md says how to find the reason (Backups by AWS Backup).`,
  );

test('doctor tells since when every table has a backup, and counts no incomplete one', async () => {
  const [first, second, third] = tablesOf(stage);
  held.points
    .set(first ?? '', [{ at: '2026-11-13T02:10:00Z' }, { at: '2026-11-14T02:10:00Z' }])
    .set(second ?? '', [{ at: '2026-11-15T02:00:00Z' }, { at: '2026-11-19T02:00:00Z', status: 'PARTIAL' }])
    .set(third ?? '', [{ at: '2026-11-15T03:00:00Z' }]);

  await expectOnly(stage, ok(check, 'each week, of every table since 2026-11-14T02:10:00.000Z'));
});

test('one older than a week and a day is overdue', async () => {
  const [first, ...others] = tablesOf(stage);
  held.points.set(first ?? '', [{ at: '2026-11-12T13:00:00Z' }]);
  for (const table of others) held.points.set(table, [{ at: '2026-11-12T11:00:00Z' }]);

  await expectOnly(stage, overdue(...others));
});

test('nothing is overdue in a new vault, or of a new table', async () => {
  const [first, second, third] = tablesOf(stage);
  held.begun = '2026-11-18T00:00:00Z';
  await expectOnly(stage, ok(check, `the first is due of ${[first, second, third].join(', ')}`));

  held.begun = '2026-01-01T00:00:00Z';
  makeTables(third);
  await expectOnly(stage, overdue(first, second));
});

test('a stage without them is not asked', async () => {
  const { BackupVault: _, ...outputs } = stage.aws.stacks.get('ConsentRegister-prod') ?? {};
  stage.aws.stacks.set('ConsentRegister-prod', outputs);
  held.refusal = 'AccessDeniedException';

  await expectOnly(stage);
});

test('a vault that is gone has none', async () => {
  held.refusal = 'ResourceNotFoundException';

  await expectOnly(
    stage,
    wrong(
      check,
      `the vault ${vault} is gone`,
      'Nothing is kept longer than 35 days. Deploy the stage without backupDays, then with it again.',
    ),
  );
});

test('credentials that may not read are reported', async () => {
  held.refusal = 'AccessDeniedException';

  expect((await diagnose(stage)).unsound).toMatchObject([
    { check, state: 'wrong', says: 'cannot be checked (AccessDeniedException)' },
  ]);
});
