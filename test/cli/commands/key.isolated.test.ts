import { beforeEach, expect, test } from 'vitest';
import { readVerificationKeys, supersedeVerificationKey } from '../../../shared/identity/keys/verification-keys.ts';
import { admin, runAdmin } from '../../support/call/admin.ts';
import { changeAt } from '../../support/make/changes.ts';
import { passTime, setTime } from '../../support/make/clock.ts';
import { secretArn, useDeployedStage } from '../../support/make/deployed-stage.ts';
import { publishKey } from '../../support/make/sound-stage.ts';
import { table } from '../../support/make/table.ts';

await useDeployedStage();

beforeEach(() => {
  setTime('2026-11-20T12:00:00Z');
});

/** What scripts get of a key. */
const listOnStage = async (kid: string): Promise<unknown> => {
  const { exitCode, stdout, stderr } = await runAdmin('key', 'list', '--stage', 'prod', '--json');
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  const rows: { kid: string }[] = JSON.parse(stdout);
  return rows.find((row) => row.kid === kid);
};

test('keys sign, verify as long as their tokens may live, and then may be retired', async () => {
  const kid = await publishKey({ table }, secretArn);
  const signing = { kid, state: 'signs', addedAt: '2026-11-20T12:00:00.000Z', secret: secretArn };
  expect(await listOnStage(kid)).toEqual(signing);

  passTime(60_000);
  await supersedeVerificationKey(table, kid, changeAt());
  const superseded = {
    ...signing,
    state: 'verifies',
    supersededAt: '2026-11-20T12:01:00.000Z',
    tokensLiveUntil: '2026-11-21T13:01:00.000Z',
  };
  expect(await listOnStage(kid)).toEqual(superseded);

  setTime('2026-11-21T13:01:00Z');
  expect(await listOnStage(kid)).toEqual(superseded);
  passTime(1);
  expect(await listOnStage(kid)).toEqual({ ...superseded, state: 'may be retired' });
});

test('people get a line for each key', async () => {
  await publishKey({ table }, secretArn);

  const { stdout } = await admin('key', 'list');

  const [header, ...lines] = stdout.trimEnd().split('\n');
  const keys = await readVerificationKeys(table);
  expect(header?.split(/ {2,}/)).toEqual(['key', 'state', 'added', 'superseded', 'tokens live until', 'secret']);
  expect(lines.map((line) => line.split(' ')[0])).toEqual(keys.map(({ kid }) => kid));
});
