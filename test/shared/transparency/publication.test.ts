import { createHash, randomUUID } from 'node:crypto';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { createLogTable } from '../../../cli/local/table.ts';
import type { Table } from '../../../shared/store/client.ts';
import { openTable } from '../../../shared/store/client.ts';
import { logKeyOf } from '../../../shared/store/log-keys.ts';
import { appendLeaves, appendUnknown } from '../../../shared/transparency/appending.ts';
import { readBlocksBack } from '../../../shared/transparency/blocks.ts';
import { parseCheckpoint } from '../../../shared/transparency/checkpoint.ts';
import { findLeaf, writeIndex } from '../../../shared/transparency/leaf-index.ts';
import type { Leaf } from '../../../shared/transparency/log-event.ts';
import { emptyRoot, hashLeaf, hashNode, rootOfInclusion } from '../../../shared/transparency/merkle.ts';
import { proveLeaf, provePath } from '../../../shared/transparency/proof.ts';
import type { Publisher } from '../../../shared/transparency/publication.ts';
import { publishNext } from '../../../shared/transparency/publication.ts';
import { openSigningKey } from '../../../shared/transparency/signing-keys.ts';
import { DamagedLog } from '../../../shared/transparency/tiles.ts';
import { readAllItems } from '../../support/all-items.ts';
import type { MemoryTable } from '../../support/memory-table.ts';
import { newMemoryTable } from '../../support/memory-table.ts';
import { openPatiently } from '../../support/patient-table.ts';

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

const start = Date.parse('2026-11-22T10:30:00.000Z');

/** Leaves whose events are minutes apart, so that they are of several hours. */
const someLeaves = (count: number, first = 0): Leaf[] =>
  Array.from({ length: count }, (_, i) => ({
    event: { kind: 'recorded', id: hash(`id ${first + i}`).toString('hex', 0, 16), time: start + (first + i) * 20_000 },
    entry: hash(`entry ${first + i}`),
  }));

/** The root over hashes, by the definition of RFC 6962. */
const rootOf = (hashes: readonly Uint8Array[]): Uint8Array => {
  const [only = new Uint8Array()] = hashes;
  if (hashes.length <= 1) return only;
  const split = 2 ** Math.floor(Math.log2(hashes.length - 1));
  return hashNode(rootOf(hashes.slice(0, split)), rootOf(hashes.slice(split)));
};

const openLog = async (): Promise<Table> => {
  const name = `log-${randomUUID()}`;
  await createLogTable(openPatiently(name));
  return openTable(name);
};

const wrapping = { encryptionKey: process.env.ENCRYPTION_KEY ?? '', stage: 'test' };

const fill = async (log: Table, count: number, first = 0): Promise<void> => {
  for (let i = 0; i < count; i += 130) {
    const leaves = someLeaves(Math.min(130, count - i), first + i);
    await appendLeaves(log, leaves, { since: new Date(start), now: new Date(start) });
  }
};

const publishAll = async (publisher: Publisher, now: Date): Promise<void> => {
  while ((await publishNext(publisher, now)) !== undefined) {}
};

/** The log, whose writes fail after some of them, before they are made or with their answers lost. */
const failingAfter = (log: Table, writes: number, isLost: boolean): Table => {
  let done = 0;
  const send = async (command: Parameters<Table['client']['send']>[0]) => {
    if (!(command instanceof PutCommand)) return log.client.send(command);
    done += 1;
    if (done > writes && !isLost) throw new Error('The process ended.');
    const answer = await log.client.send(command);
    if (done > writes) throw new Error('The process ended.');
    return answer;
  };
  return { name: log.name, client: Object.assign(Object.create(log.client), { send }) };
};

test('a run that is broken off between any two writes is repeated to the byte', async () => {
  const sound = await openLog();
  const key = await openSigningKey(sound, 'checkpoints', wrapping);
  const [at, later] = [new Date('2026-11-22T12:00:00Z'), new Date('2026-11-22T15:00:00Z')];
  const toPublisher = (log: Table): Publisher => ({ log, origin: 'consent-register/test', key });
  await fill(sound, 300);
  await publishAll(toPublisher(sound), at);
  await fill(sound, 290, 300);
  await publishAll(toPublisher(sound), later);
  const withoutKey = async (log: Table) => {
    const items = (await readAllItems(log)).filter(({ PK }) => PK !== 'SIGNING-KEYS' && PK !== 'PUBLICATION');
    return items.sort((one, other) => (`${one.PK}${one.SK}` < `${other.PK}${other.SK}` ? -1 : 1));
  };
  const expected = await withoutKey(sound);
  let brokenOff = 0;
  for (const isLost of [false, true])
    for (let writes = 1; writes <= 40; writes += 3) {
      const log = await openLog();
      await fill(log, 300);
      const failed = await publishAll(toPublisher(failingAfter(log, writes, isLost)), at).catch(() => 'broken off');
      if (failed === 'broken off') brokenOff += 1;
      await publishAll(toPublisher(log), later);
      await fill(log, 290, 300);
      await publishAll(toPublisher(log), later);
      expect(await withoutKey(log)).toEqual(expected);
    }

  expect(brokenOff).toBeGreaterThan(4);
});

test('publishers at the same time publish the same', async () => {
  const log = await openLog();
  const publisher = { log, origin: 'consent-register/test', key: await openSigningKey(log, 'checkpoints', wrapping) };
  await fill(log, 520);
  const now = new Date();
  const published = await Promise.all([1, 2, 3].map(() => publishNext(publisher, now)));

  expect(new Set(published.map((checkpoint) => checkpoint?.note)).size).toBe(1);
  expect(published[0]?.size).toBe(520);
});

test('every leaf of a log with full and begun tiles is found and proved', async () => {
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
    const place = await findLeaf(log, event);
    expect(place?.index).toBe(i);
    const proof = place && (await proveLeaf(log, place));
    const head = parseCheckpoint(proof?.checkpoint.note ?? '');
    if (!proof || !head) throw new Error('The leaf has no proof.');
    expect(rootOfInclusion(hashLeaf(entry), { index: i, size: head.size, path: proof.path })).toEqual(head.root);
  }
  expect(await findLeaf(log, { kind: 'revoked', id: '0'.repeat(32), time: start })).toBeUndefined();
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

test('an event that no checkpoint has yet is looked for in a few round trips, however many its hour has', async () => {
  let queries = 0;
  const log = newMemoryTable([], ({ name }, forward) => {
    if (name === 'QueryCommand') queries += 1;
    return forward();
  });
  const events = someLeaves(20_000).map(({ event }, i) => ({ ...event, time: start + i }));
  await writeIndex(log, events, { first: 0, treeSize: 20_000 });
  const find = (event: Leaf['event'] | undefined) => event && findLeaf(log, event);

  for (const i of [0, 255, 256, 12_345, 19_999]) expect((await find(events[i]))?.index).toBe(i);
  queries = 0;
  expect(await find({ kind: 'recorded', id: 'f'.repeat(32), time: start + 20_000 })).toBeUndefined();
  expect(queries).toBeLessThan(4);
});

test('a tree of many full tiles, published in ranges, has the root that its leaves make', async () => {
  const log = newMemoryTable();
  const publisher = { log, origin: 'consent-register/test', key: await openSigningKey(log, 'checkpoints', wrapping) };
  const count = 65_536 + 256 + 1;
  const leaves = someLeaves(count);
  await appendUnknown(log, leaves, { last: undefined, known: new Set() }, new Date(start));
  const sizes: number[] = [];
  const hashes = leaves.map(({ entry }) => hashLeaf(entry));
  const root = rootOf(hashes);
  let last = emptyRoot;
  for (let next = await publishNext(publisher, new Date()); next; next = await publishNext(publisher, new Date())) {
    sizes.push(next.size);
    last = parseCheckpoint(next.note)?.root ?? last;
  }

  expect(last).toEqual(root);
  expect(sizes).toEqual([20_000, 40_000, 60_000, count]);
  expect(log.get(logKeyOf.tile(1, 0))?.hashes).toHaveLength(256 * 32);
  expect(log.get(logKeyOf.tile(2, 0))?.hashes).toHaveLength(32);
  for (const index of [0, 65_535, 65_536, 65_791, 65_792]) {
    const path = await provePath(log, index, count);
    const leaf = hashes[index] ?? new Uint8Array();
    expect(rootOfInclusion(leaf, { index, size: count, path })).toEqual(root);
  }
});

test('batches of long ago, which come one after the other after an outage, do not each read what came since', async () => {
  let read = 0;
  const log = newMemoryTable([], ({ name }, forward) => {
    const answer = forward() as { readonly Items?: readonly unknown[] };
    if (name === 'QueryCommand') read += answer.Items?.length ?? 0;
    return answer;
  });
  const other: Table = { ...log };
  const since = new Date(start - 12 * 3_600_000);
  for (let i = 0; i < 60; i += 1) {
    const to = i % 10 === 9 ? other : log;
    await appendLeaves(to, someLeaves(2, i), { since, now: new Date(start + i) });
    await appendLeaves(log, someLeaves(1, i), { since, now: new Date(start + i) });
  }

  expect(log.items().map(({ SK }) => Number(SK.slice(1)))).toEqual([0, ...Array.from({ length: 59 }, (_, i) => i + 2)]);
  expect(read).toBeLessThan(250);
});

test('who reads back a little takes no more blocks apart than that', async () => {
  const log = newMemoryTable();
  for (let i = 0; i < 40; i += 1) await fill(log, 1, i);
  log.put({ ...logKeyOf.block(20), appendedAt: start, events: Buffer.of(1), entries: Buffer.of(1) });
  const firsts: number[] = [];
  for await (const { first } of readBlocksBack(log)) {
    firsts.push(first);
    if (first === 21) break;
  }

  expect(firsts).toEqual(Array.from({ length: 19 }, (_, i) => 39 - i));
});

test('a log that lacks a block publishes nothing more, and says so', async () => {
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

  const sayAll = /stage test signs events.*test-eu-west-1 is another.*existingLogTable.*log take-in/s;
  await expect(openSigningKey(log, 'events', elsewhere)).rejects.toThrow(sayAll);
  await expect(openSigningKey(log, 'checkpoints', wrapping)).rejects.toMatchObject({
    name: 'ForeignLog',
    message: expect.stringMatching(/KMS does not open .* for test \(InvalidCiphertextException\).*existingLogTable/s),
    cause: { name: 'InvalidCiphertextException' },
  });
});
