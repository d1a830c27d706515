import { createHash } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, expect, test } from 'vitest';
import { encryptionKeyAlias } from '../../../cli/local/kms.ts';
import { startS3 } from '../../../cli/local/s3.ts';
import { appendLeaves } from '../../../shared/log/blocks.ts';
import { findLastCheckpoint } from '../../../shared/log/checkpoints.ts';
import { feed } from '../../../shared/log/feed.ts';
import { nameLog, readPublicKey } from '../../../shared/log/keys.ts';
import { isSignedBy, parseSignedNote } from '../../../shared/log/note.ts';
import { logKeyOf } from '../../../shared/store/keys.ts';
import { queryItems } from '../../../shared/store/read.ts';
import { actAs } from '../../support/call/rights.ts';
import { startFaultyBus } from '../../support/faults/faulty-service.ts';
import { addConsent, newTenant } from '../../support/make/builders.ts';
import { passTime, setTime } from '../../support/make/clock.ts';
import { followStream } from '../../support/make/register-log.ts';
import { logTable, table } from '../../support/make/table.ts';

const bucket = 'consent-register-test-anchors';
const bus = await startFaultyBus();
const { endpoint } = await startS3({ bucket });
process.env.AWS_ENDPOINT_URL_S3 = endpoint;
Object.assign(process.env, { EVENT_BUS: 'register', STAGE: 'test', ANCHOR_BUCKET: bucket });
Object.assign(process.env, { ENCRYPTION_KEY: encryptionKeyAlias });
const job = await import('../../../functions/jobs/publish-checkpoint.ts');
const handler = () => actAs('publishCheckpoint', job.handler);
const next = await followStream(table);
const types = () => bus.taken.map(({ DetailType }) => DetailType);
const details = () => bus.taken.map(({ Detail }) => JSON.parse(Detail));

/** Brings a leaf into the log, that of a notice, and publishes it. */
const publish = async (): Promise<void> => {
  await newTenant();
  await feed(logTable, await next(), new Date());
  await handler();
};

beforeEach(() => {
  setTime('2026-11-23T20:00:00Z');
  for (const list of [bus.taken, bus.calls, bus.answers]) list.length = 0;
});

const both = ['checkpoint.published', 'checkpoint.daily'];

test('every checkpoint is announced, the first of a day twice, with the signed note', async () => {
  await publish();
  await publish();
  expect(types()).toEqual([...both, 'checkpoint.published']);
  passTime(5 * 3_600_000);
  await publish();
  expect(types()).toEqual([...both, 'checkpoint.published', ...both]);

  const publicKey = (await readPublicKey(logTable, 'checkpoints')) ?? new Uint8Array();
  const origin = nameLog('test', publicKey);
  const [first, daily, second] = details();
  expect(first).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{32}$/),
    type: 'checkpoint.published',
    time: '2026-11-23T20:00:00.000Z',
    size: expect.any(Number),
    note: expect.stringContaining(`${origin}\n${first.size}\n`),
  });
  expect(daily).toEqual({ ...first, type: 'checkpoint.daily', id: daily.id });
  expect(second.size).toBe(first.size + 5);
  const note = parseSignedNote(first.note);
  expect(note && (await isSignedBy(note, { name: origin, publicKey }))).toBe(true);
});

test('consents are counted', async () => {
  const tenant = await newTenant();
  await addConsent(tenant);
  await feed(logTable, await next(), new Date());
  await handler();

  const items = await queryItems(logTable, logKeyOf.counts(tenant.accountId, ''));
  expect(items.map(({ SK }) => String(SK).replace(/#.*/, ''))).toEqual(['MONTH', 'VERSION']);
});

test('if nothing happened, nothing is announced', async () => {
  await handler();

  expect(bus.calls).toEqual([]);
});

test('the next run announces a checkpoint that could not be announced', async () => {
  bus.answers.push({ status: 400, name: 'AccessDeniedException' });
  await expect(publish()).rejects.toThrow('by the test');
  expect(types()).toEqual([]);

  await handler();
  await handler();

  expect(types()).toEqual(['checkpoint.published']);
});

test('a log of more than one tile is published with the rights of the job', async () => {
  const leaves = Array.from({ length: 300 }, (_, i) => ({
    event: { kind: 'recorded' as const, id: i.toString(16).padStart(32, '0'), time: Date.now() },
    entry: createHash('sha256').update(String(i)).digest(),
  }));
  await appendLeaves(logTable, leaves, new Date());
  await handler();
  await publish();

  const sizes = details().flatMap(({ type, size }) => (type === 'checkpoint.published' ? [size] : []));
  expect(sizes).toHaveLength(2);
  expect(sizes[0]).toBeGreaterThan(300);
});

test('several checkpoints are anchored over one connection, which is closed then', async () => {
  for (let i = 0; i < 3; i += 1) await publish();
  for (const { size } of details().filter(({ type }) => type === 'checkpoint.published')) {
    const Key = logKeyOf.checkpoint(size);
    await table.client.send(
      new UpdateCommand({ TableName: logTable.name, Key, UpdateExpression: 'REMOVE anchoredAt' }),
    );
  }
  const opened: Socket[] = [];
  const note = (message: unknown): void => {
    const { socket } = message as { socket: Socket };
    socket.once('connect', () => socket.remotePort === Number(new URL(endpoint).port) && opened.push(socket));
  };
  subscribe('net.client.socket', note);

  await handler();

  unsubscribe('net.client.socket', note);
  expect(await findLastCheckpoint(logTable)).toMatchObject({ anchoredAt: expect.any(String) });
  expect(opened.map(({ destroyed }) => destroyed)).toEqual([true]);
});

test('if the log is damaged, its checkpoints are still anchored and announced', async () => {
  bus.answers.push({ status: 400, name: 'AccessDeniedException' });
  await expect(publish()).rejects.toThrow('by the test');
  const last = await findLastCheckpoint(logTable);
  const size = last?.size ?? 0;
  await table.client.send(
    new UpdateCommand({
      TableName: logTable.name,
      Key: logKeyOf.checkpoint(size),
      UpdateExpression: 'REMOVE anchoredAt',
    }),
  );
  for (const letter of ['a', 'b']) {
    const event = { kind: 'recorded' as const, id: letter.repeat(32), time: Date.now() };
    await appendLeaves(logTable, [{ event, entry: Buffer.alloc(32) }], new Date());
  }
  await table.client.send(new DeleteCommand({ TableName: logTable.name, Key: logKeyOf.block(size) }));

  await expect(handler()).rejects.toThrow(`The block of the log with leaf ${size} is missing`);

  expect(types()).toEqual(['checkpoint.published']);
  expect(await findLastCheckpoint(logTable)).toMatchObject({ size, anchoredAt: expect.any(String) });
});
