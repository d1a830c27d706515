import { generateKeyPairSync, sign } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { marshall } from '@aws-sdk/util-dynamodb';
import * as v from 'valibot';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  appendLeaves,
  endOfBlock,
  findConsentLeaves,
  findLeaf,
  findLeaves,
  findVersionLeaves,
  leafKeyOf,
  parseBlock,
  readBlocks,
  readBlocksBack,
  toBlockItem,
} from '../../../shared/log/blocks.ts';
import { leavesOfItem } from '../../../shared/log/feed.ts';
import type { Leaf } from '../../../shared/log/log-event.ts';
import { publishNext } from '../../../shared/log/publish.ts';
import { DamagedLog } from '../../../shared/log/tiles.ts';
import { lastWrittenMoment } from '../../../shared/runtime/time.ts';
import { compress } from '../../../shared/store/item.ts';
import { logKeyOf } from '../../../shared/store/keys.ts';
import type { Table } from '../../../shared/store/table.ts';
import { addUnits, unitsOfWrite } from '../../support/call/meter.ts';
import { newRandom, seed } from '../../support/make/chance.ts';
import { madeId, makeConsents } from '../../support/make/made-log.ts';
import { newMemoryTable } from './memory-table.ts';
import { openLog, someLeaves, start } from './published-log.ts';

const now = new Date(start);

const readAll = async (log: Table) => {
  const blocks = await Array.fromAsync(readBlocks(log));
  return { blocks, ids: blocks.flatMap(({ leaves }) => leaves.map(({ event }) => event.id)) };
};

/** Asserts that the blocks follow each other, and that each leaf has its item. */
const expectWhole = async (log: Table): Promise<void> => {
  let end = 0;
  for await (const block of readBlocks(log)) {
    expect(block.first).toBe(end);
    for (const [i, { event, entry }] of block.leaves.entries())
      expect({ ...(await findLeaf(log, event)) }).toEqual({
        index: end + i,
        time: event.time,
        entry: expect.toSatisfy((stored: Uint8Array) => Buffer.from(entry).equals(stored)),
      });
    end = endOfBlock(block);
  }
};

test('a full batch of the stream takes about ten transactions, and each leaf has an item in that of its block', async () => {
  const calls: string[] = [];
  const log = newMemoryTable([], ({ name }, forward) => {
    calls.push(name);
    return forward();
  });
  const leaves = someLeaves(1_000);

  expect(await appendLeaves(log, leaves, now)).toEqual({ appended: leaves, contradicted: [], end: expect.anything() });
  expect(calls).toEqual([
    'GetCommand',
    'QueryCommand',
    'QueryCommand',
    ...Array.from({ length: 11 }, () => 'TransactWriteCommand'),
  ]);
  await expectWhole(log);
  expect((await readAll(log)).ids).toEqual(leaves.map(({ event }) => event.id));
});

test('a block whose few bytes stand for millions of values is damaged, and is not parsed', () => {
  const events = brotliCompressSync(`[${'{},'.repeat(2_000_000)}1]`);
  const item = { ...logKeyOf.block(0), appendedAt: 0, entries: Buffer.alloc(32), events };

  const begun = process.cpuUsage();
  expect(() => parseBlock(item)).toThrow(DamagedLog);
  expect(process.cpuUsage(begun).user / 1e6).toBeLessThan(0.5);
});

test('a block has no longer events than the register writes', () => {
  const text = '\u0001'.repeat(256);
  const facets = { ...{ projectUid: text, pid: Number.MAX_SAFE_INTEGER, versionId: 'f'.repeat(32), lang: 'eng' } };
  const moments = { given: lastWrittenMoment, revoked: lastWrittenMoment, erased: lastWrittenMoment };
  const names = { id: 'f'.repeat(32), account: 'f'.repeat(32), time: lastWrittenMoment };
  const longest = { kind: 'removed', ...names, facets: { ...facets, channel: 'email', ...moments } };
  const holding = (...events: readonly object[]) => ({
    ...logKeyOf.block(0),
    ...{ appendedAt: 0, entries: Buffer.alloc(32 * events.length), events: compress(events) },
  });

  expect(parseBlock(holding(longest, longest)).leaves).toHaveLength(2);
  expect(() => parseBlock(holding({ ...longest, more: ' '.repeat(1_000) }))).toThrow(DamagedLog);
});

test('a batch that comes again, or in part, is in the log once', async () => {
  const log = newMemoryTable();
  const leaves = someLeaves(250);
  await appendLeaves(log, leaves.slice(0, 120), now);
  expect((await appendLeaves(log, leaves.slice(60, 200), now)).appended).toEqual(leaves.slice(120, 200));
  expect(await appendLeaves(log, leaves, now)).toMatchObject({ appended: leaves.slice(200), contradicted: [] });

  await expectWhole(log);
  expect((await readAll(log)).ids).toEqual(leaves.map(({ event }) => event.id));
});

test('many who append the same at the same time append each leaf once', async () => {
  const log = await openLog();
  const leaves = someLeaves(400);
  const from = [0, 50, 100, 150, 200, 0];
  await Promise.all(from.map((first) => appendLeaves({ ...log }, leaves.slice(first, first + 200), now)));

  await expectWhole(log);
  const { ids } = await readAll(log);
  expect(ids).toHaveLength(400);
  expect(new Set(ids)).toEqual(new Set(leaves.map(({ event }) => event.id)));
});

test.each([
  [999_999_999_999, 'where no other can follow'],
  [1_000, 'far ahead'],
  [310, 'where the log comes by'],
])('a block that somebody put at %i, %s, is no part of the log', async (first) => {
  const log = newMemoryTable();
  const [earlier, later, others] = [someLeaves(300), someLeaves(400).slice(300), someLeaves(401).slice(400)];
  await appendLeaves(log, earlier, now);
  log.put(toBlockItem({ first, appendedAt: 0, leaves: others }));
  for (const some of [later.slice(0, 50), later.slice(50)]) await appendLeaves(log, some, now);

  expect((await readAll(log)).ids).toEqual([...earlier, ...later].map(({ event }) => event.id));
  await expectWhole(log);
});

test('a checkpoint that somebody put far ahead does not move the end of the log', async () => {
  const log = newMemoryTable();
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = {
    privateKey,
    publicKey: Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'),
    sign: (bytes: Uint8Array) => sign(null, bytes, privateKey),
  };
  log.put({ ...logKeyOf.signingKey('checkpoints'), publicKey: key.publicKey, wrapped: new Uint8Array(1) });
  await appendLeaves(log, someLeaves(2), now);
  const checkpoint = await publishNext({ log, origin: 'a/log', key }, now);
  for (const note of [checkpoint?.note, 7])
    log.put({ ...logKeyOf.checkpoint(note === 7 ? 999_999_999_999 : 900), note });
  await appendLeaves(log, someLeaves(4), now);

  expect((await readAll(log)).ids).toHaveLength(4);
  await expectWhole(log);
});

test('what somebody put beside leaves is not read with them, however much it is', async () => {
  const calls: string[] = [];
  const log = newMemoryTable([], ({ name }, forward) => {
    calls.push(name);
    return forward();
  });
  const [leaf] = someLeaves(1);
  if (leaf === undefined) throw new Error('There is no leaf.');
  await appendLeaves(log, [leaf], now);
  const { PK } = leafKeyOf(leaf.event);
  for (let i = 0; i < 5_000; i += 1) log.put({ PK, SK: `ANOTHER#${i}` });
  calls.length = 0;

  expect(await findLeaves(log, [leaf.event])).toEqual([{ index: 0, time: leaf.event.time, entry: leaf.entry }]);
  expect(calls).toEqual(['BatchGetCommand']);
});

test('what somebody put between blocks is not read, however much it is', async () => {
  let queries = 0;
  const log = newMemoryTable([], ({ name }, forward) => {
    queries += name === 'QueryCommand' ? 1 : 0;
    return forward();
  });
  const leaves = someLeaves(300);
  await appendLeaves(log, leaves, now);
  for (let i = 0; i < 10_000; i += 1) log.put({ ...logKeyOf.block(100), SK: `#000000000100x${i}` });
  queries = 0;

  expect((await readAll(log)).ids).toEqual(leaves.map(({ event }) => event.id));
  expect(queries).toBe(2);
});

test('of two who write after the same block one wins, and the other goes on after it', async () => {
  let waiting = 2;
  const log = newMemoryTable([], async ({ name }, forward) => {
    const answer = forward();
    if (name === 'QueryCommand' && waiting > 0) {
      waiting -= 1;
      while (waiting > 0) await sleep(1);
    }
    return answer;
  });
  const [one, other] = [someLeaves(3), someLeaves(3, 3)];
  await Promise.all([appendLeaves(log, one, now), appendLeaves(log, other, new Date(start - 60_000))]);
  const { blocks, ids } = await readAll(log);

  expect(blocks.map(({ first, appendedAt }) => [first, appendedAt])).toEqual([
    [0, expect.any(Number)],
    [3, start],
  ]);
  expect(ids.toSorted()).toEqual([...one, ...other].map(({ event }) => event.id).toSorted());
});

/** A log into which somebody else appends a leaf of their own before each of so many writes. */
const openContended = (theirs: Leaf[], onCall?: (name: string, answer: unknown) => void) => {
  let isTheirs = false;
  let left = 0;
  const log = newMemoryTable([], async ({ name }, forward) => {
    if (isTheirs) return forward();
    if (name === 'TransactWriteCommand' && left > 0) {
      left -= 1;
      isTheirs = true;
      await appendLeaves({ ...log }, theirs.splice(0, 1), now);
      isTheirs = false;
    }
    const answer = await forward();
    onCall?.(name, answer);
    return answer;
  });
  const obstruct = (times: number): void => {
    left = times;
  };
  return { log, obstruct };
};

test('others in the way, for however long, are not taken for damage', async () => {
  const [ours, theirs] = [someLeaves(10), someLeaves(12, 10)];
  const [begun, left] = [performance.now(), [...theirs]];
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => begun + (theirs.length - left.length) * 5_000);
  onTestFinished(() => clock.mockRestore());
  const { log, obstruct } = openContended(left);
  obstruct(theirs.length);
  await appendLeaves(log, ours, now);

  expect((await readAll(log)).ids).toEqual([...theirs, ...ours].map(({ event }) => event.id));
  await expectWhole(log);
});

test('blocks behind the last checkpoint are read once, not for each batch, nor each time that another is in the way', async () => {
  const Page = v.object({ Items: v.array(v.unknown()) });
  const [ours, theirs] = [someLeaves(104), someLeaves(3, 104)];
  let read = 0;
  const { log, obstruct } = openContended(theirs, (name, answer) => {
    read += name === 'QueryCommand' ? v.parse(Page, answer).Items.length : 0;
  });
  for (const each of ours.slice(0, 100)) await appendLeaves({ ...log }, [each], now);
  const readFor = async (leaf: Leaf | undefined): Promise<number> => {
    read = 0;
    await appendLeaves(log, leaf ? [leaf] : [], now);
    return read;
  };

  expect(await readFor(ours[100])).toBe(100);
  expect(await readFor(ours[101])).toBe(1);
  obstruct(3);
  expect(await readFor(ours[102])).toBe(1 + 3 * 2);
  expect(await readFor(ours[103])).toBe(1);
  await expectWhole(log);
});

test('a batch that does not find the end of the log in time is refused, and goes on from there when it comes again', async () => {
  const [earlier, ours] = [someLeaves(6), someLeaves(1, 6)];
  const log = newMemoryTable();
  for (const each of earlier) await appendLeaves({ ...log }, [each], now);
  let seconds = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    seconds += 15;
    return seconds * 1_000;
  });
  onTestFinished(() => clock.mockRestore());
  const append = () => appendLeaves(log, ours, now).then(({ appended }) => appended.length);
  const refusal = expect.objectContaining({ code: 'store.unavailable' });

  await expect(append()).rejects.toEqual(refusal);
  await expect(append()).rejects.toEqual(refusal);
  expect(await append()).toBe(1);
  await expectWhole(log);
});

test('the end of a log is found again when somebody deleted the block to which it was followed', async () => {
  const log = newMemoryTable();
  const leaves = someLeaves(6);
  await appendLeaves(log, leaves.slice(0, 2), now);
  await appendLeaves(log, leaves.slice(2, 4), now);
  log.remove(logKeyOf.block(2));
  await appendLeaves(log, leaves.slice(4), now);

  expect((await readAll(log)).ids).toEqual([...leaves.slice(0, 2), ...leaves.slice(4)].map(({ event }) => event.id));
});

test('an event that comes again with another entry is not appended, and its leaf is named', async () => {
  const log = newMemoryTable();
  const [first, second, third] = someLeaves(3);
  if (!(first && second && third)) throw new Error('There are not three.');
  await appendLeaves(log, [first, second], now);
  const other = { ...second, entry: third.entry };
  const { appended, contradicted } = await appendLeaves(
    log,
    [first, other, third, { ...third, entry: first.entry }],
    now,
  );

  expect(appended).toEqual([third]);
  expect(contradicted.map(({ index }) => index)).toEqual([1, 2]);
  expect((await readAll(log)).ids).toHaveLength(3);
});

test('a damaged item of a leaf hides only its own leaf, and is reported', async () => {
  const log = newMemoryTable();
  const leaves = someLeaves(3);
  const [, second] = leaves;
  if (second === undefined) throw new Error('There is no second.');
  log.put({ ...leafKeyOf(second.event), index: 'no number' });

  const { appended, contradicted } = await appendLeaves(log, leaves, now);
  expect(appended).toEqual(leaves.filter((leaf) => leaf !== second));
  expect(contradicted).toEqual([{ index: undefined }]);
});

test('a consent has one leaf of each kind, recorded or imported, and a version one in its account and notice', async () => {
  const log = newMemoryTable();
  const [id, versionId] = ['1'.repeat(32), '2'.repeat(32)];
  const entryOf = (i: number) => Buffer.alloc(32, i);
  const kinds = ['recorded', 'imported', 'revoked', 'erased', 'removed'] as const;
  const ofConsent = kinds.map((kind, i): Leaf => ({ event: { kind, id, time: start + i }, entry: entryOf(i) }));
  const places = [
    ['a', 1],
    ['a', 2],
    ['b', 1],
  ] as const;
  const ofVersions = places.map(
    ([letter, pid], i): Leaf => ({
      event: { kind: 'published', id: versionId, account: letter.repeat(32), time: start, notice: { pid, version: 1 } },
      entry: entryOf(10 + i),
    }),
  );
  const { appended, contradicted } = await appendLeaves(log, [...ofConsent, ...ofVersions], now);

  expect(appended).toHaveLength(7);
  expect(contradicted.map(({ index }) => index)).toEqual([0]);
  const leaves = await findConsentLeaves(log, id);
  expect(kinds.map((kind) => leaves.of(kind)?.time)).toEqual([start, start, start + 2, start + 3, start + 4]);
  for (const [i, [letter, pid]] of places.entries())
    expect([...(await findVersionLeaves(log, letter.repeat(32), pid))]).toEqual([
      [versionId, { index: 4 + i, time: start, entry: entryOf(10 + i) }],
    ]);
});

test('a leaf of a full batch takes 2.14 write units, which are 1.34 dollars for a million', async () => {
  const units: number[] = [];
  const log = newMemoryTable([], ({ name, input }, forward) => {
    if (name !== 'TransactWriteCommand') return forward();
    const writes = (input.TransactItems ?? []).map(({ Put: { Item = {} } }) =>
      unitsOfWrite(marshall(Item, { removeUndefinedValues: true }), { inTransaction: true }),
    );
    units.push(addUnits(writes).write);
    return forward();
  });
  const random = newRandom(seed);
  const leaves = Array.from({ length: 990 }, (_, i) => {
    const at = new Date(start + i * 50);
    const versions = [{ pid: 1, versionId: madeId(random, now), contentHash: 'd'.repeat(64) }];
    return makeConsents(random, { now: at, email: `p${i}@example.com`, versions }).flatMap(leavesOfItem);
  }).flat();
  await appendLeaves(log, leaves, now);
  const each = units.reduce((sum, some) => sum + some, 0) / leaves.length;

  expect(units).toHaveLength(10);
  expect(each).toBeCloseTo(2.14, 1);
  expect(each * 0.625).toBeCloseTo(1.34, 1);
});

test('what nobody can read among the blocks is passed on the way back, and no time is one that nobody can write', async () => {
  const log = newMemoryTable();
  const { appended } = await appendLeaves(log, someLeaves(2), now);
  log.put({ ...logKeyOf.block(900_000), events: 'x' });
  const [block, ...others] = await Array.fromAsync(readBlocksBack(log));
  expect(block?.leaves).toEqual(appended);
  expect(others).toEqual([]);

  const times = [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER].map(
    (appendedAt) => parseBlock(toBlockItem({ first: 0, leaves: someLeaves(1), appendedAt })).appendedAt,
  );
  expect(times.map((time) => new Date(time).toISOString())).toEqual([
    '9999-12-31T23:59:59.999Z',
    '1970-01-01T00:00:00.000Z',
  ]);
});
