import { createHash } from 'node:crypto';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { readWholeLog } from '../../shared/log/audit/read-log.ts';
import { toBlockItem } from '../../shared/log/blocks.ts';
import type { Leaf } from '../../shared/log/log-event.ts';
import { numberIn } from '../../shared/store/keys.ts';
import type { Table } from '../../shared/store/table.ts';

const leavesOfBlock = 99;
const blocksOfPage = 100;
const total = 1_000_000;
const start = Date.UTC(2026, 0, 1);

const toLeaf = (index: number): Leaf => {
  const time = start + index * 1_000;
  const entry = createHash('sha256').update(String(index)).digest();
  const id = `${time.toString(16).padStart(12, '0')}7${entry.toString('hex').slice(0, 19)}`;
  const facets = {
    projectUid: 'shop',
    pid: 1,
    versionId: 'e'.repeat(32),
    lang: 'eng',
    channel: 'web',
    given: time,
  } as const;
  return { event: { kind: 'recorded', id, account: 'a'.repeat(32), time, facets }, entry };
};

const blockFrom = (first: number) =>
  toBlockItem({
    first,
    appendedAt: start + first * 1_000,
    leaves: Array.from({ length: Math.min(leavesOfBlock, total - first) }, (_, i) => toLeaf(first + i)),
  });

/** A log of a million leaves whose blocks are made as they are read. It answers queries of blocks alone. */
const madeLog = (): Table => {
  const send = async ({ input }: { input: { ExclusiveStartKey?: { SK: string } } }) => {
    const last = input.ExclusiveStartKey === undefined ? 0 : numberIn(input.ExclusiveStartKey.SK) + leavesOfBlock;
    const starts = Array.from({ length: blocksOfPage }, (_, i) => last + i * leavesOfBlock).filter(
      (each) => each < total,
    );
    const Items = starts.map(blockFrom);
    const end = Items.at(-1);
    return { Items, ...(starts.length === blocksOfPage && end && { LastEvaluatedKey: { PK: end.PK, SK: end.SK } }) };
  };
  return { name: 'log', client: Object.assign(Object.create(DynamoDBDocumentClient.prototype), { send }) };
};

test('an audit remembers a million leaves in less than a gigabyte', async () => {
  global.gc?.();
  const before = process.memoryUsage();
  const cpu = process.cpuUsage();
  const whole = await readWholeLog(madeLog(), { sizes: new Set([total]), report: () => {}, onLeaves: () => {} });
  const used = process.cpuUsage(cpu);
  const after = process.memoryUsage();
  const bytes = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers;

  process.stderr.write(
    `A million leaves: ${Math.round(bytes / 1e6)} MB, ${Math.round((used.user + used.system) / 1e6)} s of CPU with making them.\n`,
  );
  expect(whole.size()).toBe(total);
  expect(whole.roots.size).toBe(1);
  expect(bytes).toBeLessThan(1e9);
});
