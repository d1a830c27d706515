import { mkdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exitCodes } from '../../../cli/command-error.ts';
import { beginning } from '../../../cli/commands/consent/exporting/export-state.ts';
import { newCheckpoints } from '../../../cli/commands/consent/exporting/from-register.ts';
import { newCutter } from '../../../cli/commands/consent/exporting/kept-lines.ts';
import { parseDynamoLine } from '../../../shared/store/dynamo-json.ts';
import { runAdmin } from '../../support/admin.ts';
import { newTenant } from '../../support/builders.ts';
import { writeDynamoExport } from '../../support/dynamo-export.ts';
import { newPath } from '../../support/export-folder.ts';
import { table } from '../../support/table.ts';

const { accountId } = await newTenant();
const account = ['--account', accountId];
const whole = newPath();
await runAdmin('consent', 'export', whole, ...account, '--table', table.name);

test('a line without an end does not fill the memory', () => {
  const cutter = newCutter(() => {});
  const chunk = Buffer.alloc(1024 * 1024, 'a');
  const feed = () => {
    for (let i = 0; i < 17; i += 1) cutter.cut(chunk);
  };

  expect(feed).toThrow(SyntaxError);
});

test.each(['{"Item":{"PK":{"S":"a"}}}', '{"Item":7}', '{}', '[]', '{"Item":{"PK":{"X":"a"}}}', '{"Item":'])(
  'no item of DynamoDB: %s',
  (line) => {
    expect(() => parseDynamoLine(line)).toThrow(SyntaxError);
  },
);

test.each<[string, Record<string, unknown>, number, RegExp]>([
  [
    'whose name a terminal obeys',
    { exportArn: 'arn\u001b[2J\u202e' },
    0,
    /From the export arn\\u\{1b\}\[2J\\u\{202e\}, as of/,
  ],
  [
    'whose time is none',
    { exportTime: 'soon' },
    exitCodes.usage,
    /manifest-summary\.json does not have the form that DynamoDB writes/,
  ],
])('an export of DynamoDB %s', async (_what, summary, exitCode, says) => {
  const [exported, folder] = [newPath(), newPath()];
  const place = await writeDynamoExport(table.name, exported, { summary });

  const outcome = await runAdmin('consent', 'export', folder, '--from-export', place, ...account);

  expect(outcome).toMatchObject({ exitCode, stderr: expect.stringMatching(says) });
  expect(outcome.stdout + outcome.stderr).not.toContain('\u001b');
});

test('a file that is not of the export is named, since all that copies it would take it along', async () => {
  writeFileSync(join(whole, 'consents-9.jsonl'), '{}\n');

  const { exitCode, stderr } = await runAdmin('consent', 'export', whole, '--verify');

  expect([exitCode, stderr]).toEqual([
    exitCodes.finding,
    expect.stringContaining('differs from its manifest: consents-9.jsonl.'),
  ]);
});

test('an export goes on where its state says that no process writes', async () => {
  const folder = newPath();
  mkdirSync(folder);
  const state = {
    format: 1,
    account: accountId,
    source: table.name,
    beganAt: '2026-11-22T10:00:00.000Z',
    readUnits: 0,
    host: hostname(),
    pid: 0,
    positions: [beginning],
  };
  writeFileSync(join(folder, 'export-state.json'), JSON.stringify(state));

  expect(await runAdmin('consent', 'export', folder, ...account, '--table', table.name)).toMatchObject({ exitCode: 0 });
});

test('segments that reach a checkpoint at the same moment save one after the other', async () => {
  const folder = newPath();
  mkdirSync(folder);
  const state = {
    format: 1 as const,
    account: accountId,
    source: table.name,
    beganAt: '2026-11-22T10:00:00.000Z',
    readUnits: 0,
    host: 'here',
    pid: 1,
    positions: [beginning],
  };
  let [under, most] = [0, 0];
  const sync = async (): Promise<void> => {
    under += 1;
    most = Math.max(most, under);
    await new Promise((resolve) => setTimeout(resolve, 5));
    under -= 1;
  };
  const file = { sync, add: async () => {}, reach: async () => beginning, close: async () => {} };
  const { save } = newCheckpoints(folder, state, [file], () => 0);

  await Promise.all([save(), save(), save()]);

  expect(most).toBe(1);
});
