import { expect, test } from 'vitest';
import { appendLeaves } from '../../shared/log/blocks.ts';
import { computePaths } from '../../shared/log/checkpoints.ts';
import { openSigningKey } from '../../shared/log/keys.ts';
import { parseCheckpoint, stampedPart } from '../../shared/log/note.ts';
import type { Publisher } from '../../shared/log/publish.ts';
import { publishNext } from '../../shared/log/publish.ts';
import { emptyRoot, hashLeaf, hashNode, rootOfInclusion } from '../../shared/log/tree.ts';
import { logKeyOf } from '../../shared/store/keys.ts';
import { getItem } from '../../shared/store/read.ts';
import type { Table } from '../../shared/store/table.ts';
import { newMemoryTable } from '../shared/log/memory-table.ts';
import { failingAfter, fill, openLog, publishAll, someLeaves, start, wrapping } from '../shared/log/published-log.ts';
import { putItem, readAllItems } from '../support/make/stored.ts';

/** The root over hashes, by the definition of RFC 6962. */
const rootOf = (hashes: readonly Uint8Array[]): Uint8Array => {
  const [only = new Uint8Array()] = hashes;
  if (hashes.length <= 1) return only;
  const split = 2 ** Math.floor(Math.log2(hashes.length - 1));
  return hashNode(rootOf(hashes.slice(0, split)), rootOf(hashes.slice(split)));
};

test('a run that is broken off between any two writes is repeated to the byte, but for its time', async () => {
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
    const told = items.map((item) =>
      item.PK === 'CHECKPOINTS' ? { ...item, note: stampedPart(`${item.note}`) } : item,
    );
    return told.sort((one, other) => (`${one.PK}${one.SK}` < `${other.PK}${other.SK}` ? -1 : 1));
  };
  const expected = await withoutKey(sound);
  const storedKey = await getItem(sound, logKeyOf.signingKey('checkpoints'));
  let brokenOff = 0;
  for (const isLost of [false, true])
    for (let writes = 1; writes <= 6; writes += 1) {
      const log = await openLog();
      await putItem(log, storedKey);
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

test('a tree of many full tiles, published in ranges, has the root that its leaves make', async () => {
  const log = newMemoryTable();
  const publisher = { log, origin: 'consent-register/test', key: await openSigningKey(log, 'checkpoints', wrapping) };
  const count = 65_536 + 256 + 1;
  const leaves = someLeaves(count);
  await appendLeaves(log, leaves, new Date(start));
  const sizes: number[] = [];
  const hashes = leaves.map(({ entry }) => hashLeaf(entry));
  const root = rootOf(hashes);
  let last = emptyRoot;
  for (let next = await publishNext(publisher, new Date()); next; next = await publishNext(publisher, new Date())) {
    sizes.push(next.size);
    last = parseCheckpoint(next.note)?.root ?? last;
  }

  expect(last).toEqual(root);
  expect(sizes).toEqual([20_097, 40_194, 60_291, count]);
  expect(log.get(logKeyOf.tile(1, 0))?.hashes).toHaveLength(256 * 32);
  expect(log.get(logKeyOf.tile(2, 0))?.hashes).toHaveLength(32);
  for (const index of [0, 65_535, 65_536, 65_791, 65_792]) {
    const [found] = await computePaths(log, [{ index, size: count }]);
    const path = Array.isArray(found) ? found : [];
    const leaf = hashes[index] ?? new Uint8Array();
    expect(rootOfInclusion(leaf, { index, size: count, path })).toEqual(root);
  }
});
