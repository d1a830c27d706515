import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { appendLeaves, findLeaf } from '../../../shared/log/blocks.ts';
import { proveLeaf } from '../../../shared/log/checkpoints.ts';
import { openSigningKey } from '../../../shared/log/keys.ts';
import { parseCheckpoint, stampedPart } from '../../../shared/log/note.ts';
import type { Publisher } from '../../../shared/log/publish.ts';
import { mostLeavesPerRun, publishNext, publishWaiting } from '../../../shared/log/publish.ts';
import { DamagedLog } from '../../../shared/log/tiles.ts';
import { hashLeaf, rootOfInclusion } from '../../../shared/log/tree.ts';
import { logKeyOf } from '../../../shared/store/keys.ts';
import type { Table } from '../../../shared/store/table.ts';
import { recordRounds } from '../../support/call/requests.ts';
import { retime } from '../../support/make/checkpoints.ts';
import type { MemoryTable } from './memory-table.ts';
import { newMemoryTable } from './memory-table.ts';
import { failingAfter, fill, openLog, publishAll, someLeaves, wrapping } from './published-log.ts';

test('publishers at the same time publish the same', async () => {
  const log = await openLog();
  const publisher = { log, origin: 'consent-register/test', key: await openSigningKey(log, 'checkpoints', wrapping) };
  await fill(log, 520);
  const now = new Date();
  const published = await Promise.all([1, 2, 3].map(() => publishNext(publisher, now)));

  expect(new Set(published.map((checkpoint) => checkpoint?.note)).size).toBe(1);
  expect(published[0]?.size).toBe(520);
});

test('what is appended while a run publishes waits for the next, and a run takes as many checkpoints as hold what waited', async () => {
  const log = newMemoryTable();
  const key = await openSigningKey(log, 'checkpoints', wrapping);
  const waited = mostLeavesPerRun + 500;
  await appendLeaves(log, someLeaves(waited), new Date());
  const sizes: number[] = [];
  const count: Publisher['count'] = async (_events, { to }) => {
    sizes.push(to);
    if (sizes.length < 9) await appendLeaves(log, someLeaves(3, waited + 3 * sizes.length), new Date());
  };
  const publisher = { log, origin: 'consent-register/test', key, count };

  expect(await publishWaiting(publisher, performance.now())).toBe(false);
  expect(sizes).toEqual([]);
  expect(await publishWaiting(publisher, Number.POSITIVE_INFINITY)).toBe(true);
  expect(sizes).toHaveLength(2);
  expect(sizes[0]).toBeGreaterThanOrEqual(mostLeavesPerRun);
  expect(sizes[1]).toBe(waited + 3);
});

test('a run that is broken off is repeated, and signs the same tree', async () => {
  const [sound, log] = [newMemoryTable(), newMemoryTable()];
  const key = await openSigningKey(sound, 'checkpoints', wrapping);
  const toPublisher = (table: Table): Publisher => ({ log: table, origin: 'consent-register/test', key });
  const [at, later] = [new Date('2026-11-22T12:00:00Z'), new Date('2026-11-22T15:00:00Z')];
  await fill(sound, 300);
  await fill(log, 300);
  const expected = await publishNext(toPublisher(sound), at);

  for (const [writes, isLost] of [
    [2, false],
    [2, true],
  ] as const)
    await expect(publishNext(toPublisher(failingAfter(log, writes, isLost)), at)).rejects.toThrow();
  await fill(log, 1, 300);

  const published = await publishNext(toPublisher(log), later);
  expect(stampedPart(published?.note ?? '')).toBe(stampedPart(expected?.note ?? ''));
  expect(parseCheckpoint(published?.note ?? '')?.time).toEqual(later);
});

test('every leaf of a log with full and begun tiles is found and proved, in three round trips', async () => {
  const log = await openLog();
  const publisher = { log, origin: 'consent-register/test', key: await openSigningKey(log, 'checkpoints', wrapping) };
  for (const [count, first] of [
    [1, 0],
    [255, 1],
    [1, 256],
    [400, 257],
  ] as const) {
    await fill(log, count, first);
    await publishAll(publisher, new Date());
  }
  for (const [i, { event, entry }] of someLeaves(657).entries()) {
    if (i % 37 !== 0 && ![0, 1, 255, 256, 257, 511, 512, 656].includes(i)) continue;
    const { result, rounds } = await recordRounds(async () => {
      const leaf = await findLeaf(log, event);
      return { leaf, proof: leaf && (await proveLeaf(log, leaf.index)) };
    });
    const { leaf, proof } = result;
    expect(leaf).toEqual({ index: i, time: event.time, entry: Uint8Array.from(entry) });
    expect(rounds).toHaveLength(i === 0 ? 2 : 3);
    const head = parseCheckpoint(proof?.checkpoint.note ?? '');
    if (!proof || !head) throw new Error('The leaf has no proof.');
    expect(rootOfInclusion(hashLeaf(entry), { index: i, size: head.size, path: proof.path })).toEqual(head.root);
  }
  expect(await findLeaf(log, { kind: 'revoked', id: '0'.repeat(32) })).toBeUndefined();
});

test('nothing is signed that does not begin with what was signed before: tiles and checkpoints that were changed stop it', async () => {
  const sound = newMemoryTable();
  const key = await openSigningKey(sound, 'checkpoints', wrapping);
  const toPublisher = (log: Table): Publisher => ({ log, origin: 'consent-register/test', key });
  await fill(sound, 300);
  const before = await publishNext(toPublisher(sound), new Date());
  await fill(sound, 10, 300);
  const other = newMemoryTable();
  await fill(other, 299);
  await fill(other, 1, 777);
  const edge = logKeyOf.entries(1);
  const foreign = await publishNext(
    { ...toPublisher(other), key: await openSigningKey(other, 'events', wrapping) },
    new Date(),
  );
  const changes: ((log: MemoryTable) => void)[] = [
    (log) => log.remove(edge),
    (log) => log.put({ ...edge, hashes: Buffer.alloc(44 * 32) }),
    (log) => log.remove(logKeyOf.tile(1, 0)),
    (log) => log.put({ ...logKeyOf.checkpoint(300), note: foreign?.note }),
    (log) => {
      log.put({ ...edge, ...other.get(edge) });
      log.put({ ...logKeyOf.checkpoint(300), note: foreign?.note });
    },
    (log) => log.put({ ...logKeyOf.checkpoint(300), note: before?.note.replace('\n300\n', '\n301\n') }),
    (log) => log.put({ ...logKeyOf.checkpoint(300), note: retime(before?.note ?? '') }),
  ];

  for (const change of changes) {
    const log = sound.copy();
    change(log);
    const tile = log.get(edge);
    await expect(publishNext(toPublisher(log), new Date())).rejects.toThrow(DamagedLog);
    expect(log.get(edge)).toEqual(tile);
  }
  expect((await publishNext(toPublisher(sound), new Date()))?.size).toBe(310);
});

test('a log that lacks a block publishes nothing more, and the job fails', async () => {
  const log = await openLog();
  const publisher = { log, origin: 'consent-register/test', key: await openSigningKey(log, 'checkpoints', wrapping) };
  await fill(log, 130);
  await fill(log, 130, 130);
  await log.client.send(new DeleteCommand({ TableName: log.name, Key: { ...logKeyOf.block(0) } }));

  await expect(publishNext(publisher, new Date())).rejects.toThrow(DamagedLog);
});

test('a log of another stage, or one whose key another encryption key wrapped, ends with ForeignLog', async () => {
  const log = newMemoryTable();
  await openSigningKey(log, 'checkpoints', wrapping);
  await openSigningKey(log, 'events', wrapping);
  const item = log.get(logKeyOf.signingKey('events'));
  log.put({ ...item, ...logKeyOf.signingKey('checkpoints') });
  const elsewhere = { ...wrapping, stage: 'test-eu-west-1' };

  const sayAll = /stage test signs events.*test-eu-west-1 is another.*existingLogTable.*log repair/s;
  await expect(openSigningKey(log, 'events', elsewhere)).rejects.toThrow(sayAll);
  await expect(openSigningKey(log, 'checkpoints', wrapping)).rejects.toMatchObject({
    name: 'ForeignLog',
    message: expect.stringMatching(/KMS does not open .* for test \(InvalidCiphertextException\).*existingLogTable/s),
    cause: { name: 'InvalidCiphertextException' },
  });
});
