import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { nameLogTable } from '../../../cli/local/create-table.ts';
import { listAccounts } from '../../../shared/identity/account.ts';
import { createProject } from '../../../shared/identity/project.ts';
import { appendLeaves, leafKeyOf, toLeafItem } from '../../../shared/log/blocks.ts';
import { leavesOfItem } from '../../../shared/log/feed.ts';
import { logKeyOf } from '../../../shared/store/keys.ts';
import type { Table } from '../../../shared/store/table.ts';
import { openTable } from '../../../shared/store/table.ts';
import { isNew, write } from '../../../shared/store/write.ts';
import { startStoreProxy } from '../../support/faults/store-proxy.ts';
import { noticeContent } from '../../support/make/builders.ts';
import { changeAt } from '../../support/make/changes.ts';
import { putCheckpointAt } from '../../support/make/checkpoints.ts';
import { passTime } from '../../support/make/clock.ts';
import { openMadeKey } from '../../support/make/made-log.ts';
import { createNotice } from '../../support/make/notices.ts';
import { findShelf, stock } from '../../support/make/stock.ts';
import { putItem, readAllItems } from '../../support/make/stored.ts';

const proxy = await startStoreProxy();
const { region } = await import('../../support/make/deployed-stage.ts');
const { diagnose, expectOnly, ok, skipped, wrong } = await import('../../support/make/sound-stage.ts');
const { useSoundStage } = await import('../../support/make/sound-stage.ts');

const stage = await useSoundStage(proxy);
const logOf = (): Table => openTable(nameLogTable(stage.table.name));
const hour = 3_600_000;

/** Appends so many events that nobody publishes. */
const append = async (count: number): Promise<void> => {
  const now = new Date();
  const leaves = Array.from({ length: count }, (_, i) => ({
    event: { kind: 'recorded' as const, id: String(i).padStart(32, '0'), time: now.getTime() },
    entry: new Uint8Array(32),
  }));
  await appendLeaves(logOf(), leaves, now);
};

/** What is not as in a sound stage, but for the clock of the API, which stands still. */
const unsound = async () => (await diagnose(stage)).unsound.filter(({ check }) => check !== 'clock');

const soundLog = '1 event; last checkpoint on 2026-11-20 12:00:00';

test('what was appended waits for the next checkpoint, for two hours at most', async () => {
  await append(2);
  passTime(2 * hour);
  expect(await unsound()).toEqual([
    ok('log', `${soundLog.replace('1 event', '3 events')}; 2 events wait for the next checkpoint`),
  ]);

  passTime(1);
  expect(await unsound()).toEqual([
    wrong(
      'log',
      `${soundLog.replace('1 event', '3 events')}; 2 events appended since 2026-11-20 12:00:00 have no checkpoint`,
      'Read the log of the job PublishCheckpoint.',
    ),
  ]);
});

test('a checkpoint is anchored within two hours', async () => {
  await append(1);
  await putCheckpointAt(logOf(), 2, new Date());
  const told = ok('log', '2 events; last checkpoint on 2026-11-20 12:00:00');
  expect(await unsound()).toEqual([told, ok('anchors', 'the next run anchors the last checkpoint')]);

  passTime(2 * hour + 1);
  expect(await unsound()).toEqual([
    told,
    {
      check: 'anchors',
      state: 'wrong',
      says: 'the last checkpoint, of 2026-11-20 12:00:00, is not anchored',
      todo: expect.stringContaining('ForkedAnchor'),
    },
  ]);
});

test('consents from before the last hour are in the log, in a checkpoint or waiting for one, whatever comes later', async () => {
  const { table } = stage;
  const [{ id: accountId } = { id: '' }] = await listAccounts(table);
  await createProject(table, { accountId, uid: 'shop', name: 'Shop' }, changeAt());
  const { pid } = await createNotice(table, accountId, noticeContent(), new Date());
  const shelf = await findShelf(table, accountId, 'shop', pid);
  const give = () => stock(table, shelf, [{ time: new Date(), userData: { email: 'ada@example.com' } }]);
  await give();
  const items = await readAllItems(table);
  const told = ok('log feed', expect.stringContaining('the newest of 2026-11-20 12:00:00'));
  passTime(hour);
  await give();
  expect(await unsound()).toEqual([]);

  passTime(1);
  expect(await unsound()).toEqual([
    {
      check: 'log feed',
      state: 'wrong',
      says: 'the consent of 2026-11-20 12:00:00 is not in the log',
      todo: expect.stringContaining('Check that the event source of the job FeedLog is enabled'),
    },
  ]);

  const leaves = items.flatMap(leavesOfItem);
  await appendLeaves(logOf(), leaves, new Date());
  expect(await unsound()).toEqual([told, ok('log', expect.stringContaining('5 events wait'))]);

  const leaf = leaves.find(({ event }) => event.kind === 'recorded');
  if (leaf === undefined) throw new Error('There is no leaf.');
  const key = leafKeyOf(leaf.event);
  await putItem(logOf(), { ...key, index: 'none' });
  expect((await unsound())[0]).toEqual(
    wrong(
      'log feed',
      'cannot be checked (DamagedLeaf)',
      `The item of a leaf cannot be read in the table of the log: ${key.PK} ${key.SK}. Run \`log verify\`, and put the changed item back (docs/log.md, A log table that was changed or deleted).`,
    ),
  );
  await putItem(logOf(), toLeafItem(leaf, 1 + leaves.indexOf(leaf)));

  await putCheckpointAt(logOf(), 3, new Date(), { anchoredAt: new Date().toISOString() });
  expect((await unsound()).map(({ state }) => state)).toEqual(['ok', 'ok', 'ok']);
});

test('an empty log is wrong where there is evidence', async () => {
  const { name: TableName, client } = logOf();
  for (const Key of [logKeyOf.block(0), logKeyOf.checkpoint(1)]) {
    await client.send(new DeleteCommand({ TableName, Key }));
  }

  expect(await unsound()).toEqual([
    ok('log name', 'none yet; the first checkpoint has one'),
    wrong(
      'log',
      'empty, although evidence keys are listed',
      'If the log table is new, wait some minutes. Then run `log repair` to add what was recorded before it existed.',
    ),
    ok('anchors', 'nothing to anchor yet'),
  ]);
});

test('what somebody put behind or at the end of the log is named', async () => {
  const [behind, next] = [logKeyOf.block(500), logKeyOf.block(1)];
  await putItem(logOf(), { ...behind, events: 'none' });

  expect(await unsound()).toContainEqual(
    wrong(
      'log',
      '1 event, and a block that does not belong to it',
      'The block of the log with leaf 1 is missing, or the register did not write the block #000000000500: delete it then.',
    ),
  );

  await putItem(logOf(), { ...next, events: 'none' });
  expect(await unsound()).toContainEqual(
    wrong(
      'log',
      'cannot be checked (DamagedLog)',
      'The block #000000000001 of the log cannot be read. Run `log verify`, and put the changed item back (docs/log.md, A log table that was changed or deleted).',
    ),
  );
});

test('records that were set aside are reported, with the command that deletes the first', async () => {
  const log = logOf();
  for (const number of ['111', '222']) {
    const at = '2026-11-20T10:00:00.000Z';
    await write(log, { put: { ...logKeyOf.aside(number), of: '', sort: '', reason: 'ValiError', at }, ...isNew });
  }

  await expectOnly(
    stage,
    wrong(
      'records set aside',
      '2 changes gave the log no leaf, the first on 2026-11-20 10:00:00 (ValiError)',
      `\`log verify\` names the item. No document is signed of a consent so changed. Put the item right, and run \`log repair\` to add what the log lacks. Then delete the note of the record: aws dynamodb delete-item --region ${region} --table-name ${log.name} --key '{"PK":{"S":"ASIDE"},"SK":{"S":"111"}}'`,
    ),
  );
});

const forger = openMadeKey('shop.example/forged', 'a forger');

test('a checkpoint that the key did not sign names no log', async () => {
  await putCheckpointAt(logOf(), 2, new Date(), { signer: forger });
  expect(await unsound()).toContainEqual(
    expect.objectContaining({
      check: 'log name',
      state: 'wrong',
      says: 'consent-register/test; the key of the log did not sign 1 later checkpoint',
    }),
  );

  const { name: TableName, client } = logOf();
  await client.send(new DeleteCommand({ TableName, Key: logKeyOf.checkpoint(1) }));
  expect(await unsound()).toContainEqual(
    expect.objectContaining({
      state: 'wrong',
      says: 'not known; the key in the log table signed none of the checkpoints',
    }),
  );
});

test('a stage without a log table is wrong', async () => {
  const { LogTableName: _, ...outputs } = stage.aws.stacks.get('ConsentRegister-prod') ?? {};
  stage.aws.stacks.set('ConsentRegister-prod', outputs);

  await expectOnly(
    stage,
    wrong(
      'log table',
      'missing',
      'Deploy the stage again to create it. Until then nothing proves when a consent was recorded.',
    ),
    skipped('log name', 'needs the log'),
    skipped('log feed', 'needs the log'),
    skipped('log', 'needs the log table'),
    skipped('anchors', 'needs the log'),
    skipped('records set aside', 'needs the log'),
  );
});
