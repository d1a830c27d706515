import * as v from 'valibot';
import { isSameBytes } from '../runtime/values.ts';
import { logKeyOf } from '../store/keys.ts';
import { getItem } from '../store/read.ts';
import type { Table } from '../store/table.ts';
import { write } from '../store/write.ts';
import type { Block } from './blocks.ts';
import { endOfBlock, findStray, readBlocks } from './blocks.ts';
import type { StoredCheckpoint } from './checkpoints.ts';
import { addCheckpoint, findCheckpoint, findLastCheckpoint } from './checkpoints.ts';
import type { OpenKey } from './keys.ts';
import type { LogEvent } from './log-event.ts';
import { openCheckpoint, signCheckpoint } from './note.ts';
import type { GrowingTree } from './tiles.ts';
import { DamagedLog, openGrowingTree } from './tiles.ts';

/** The log whose checkpoints to publish. */
export interface Publisher {
  readonly log: Table;
  /** Name of the log. */
  readonly origin: string;
  readonly key: OpenKey;
  /** Counts the events of a range. It may be called again for the same range. */
  readonly count?: (events: readonly LogEvent[], range: Range) => Promise<void>;
}

/** Leaves from `from` up to but not including `to`. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * The leaves of the next checkpoint, fixed before anything is written, so that an interrupted run is repeated with the
 * same leaves.
 */
const Intent = v.object({ from: v.number(), to: v.number() });
type Intent = v.InferOutput<typeof Intent>;

/** The most leaves of one checkpoint, which a run holds in memory. */
export const mostLeavesPerRun = 20_000;

const readRange = async (log: Table, from: number, to: number): Promise<Block[]> => {
  const blocks: Block[] = [];
  let end = from;
  for await (const block of readBlocks(log, from)) {
    if (end >= to) break;
    blocks.push(block);
    end = endOfBlock(block);
  }
  return blocks;
};

/** The next leaves, or undefined if there are none. @throws DamagedLog when a block follows no other */
const findIntent = async (log: Table, from: number): Promise<Intent | undefined> => {
  const item = await getItem(log, logKeyOf.publication());
  const begun = item && v.parse(Intent, item);
  if (begun !== undefined && begun.from === from && begun.to > from) return begun;
  const end = (await readRange(log, from, from + mostLeavesPerRun)).at(-1);
  if (end === undefined) {
    const stray = await findStray(log, from);
    if (stray !== undefined) throw stray;
    return undefined;
  }
  const intent: Intent = { from, to: endOfBlock(end) };
  const written = await write(log, {
    put: { ...logKeyOf.publication(), ...intent },
    condition: 'attribute_not_exists(PK) OR #to <= :from',
    names: { '#to': 'to' },
    values: { ':from': from },
  });
  return v.parse(Intent, written.done ? written.item : written.existing);
};

/**
 * Opens the tree with the leaves of a checkpoint. The job only signs trees that begin with what the key signed before.
 * So rights on tables alone cannot make it sign another past.
 */
const openTreeOf = async ({ log, origin, key: { publicKey } }: Publisher, size: number): Promise<GrowingTree> => {
  const [tree, checkpoint] = await Promise.all([openGrowingTree(log, size), findCheckpoint(log, size)]);
  if (size === 0) return tree;
  const head = await openCheckpoint(checkpoint?.note ?? '', { name: origin, publicKey });
  if (head === undefined) throw new DamagedLog('The last checkpoint of the log is not what its key signed.');
  if (head.size !== size || !isSameBytes(head.root, tree.root()))
    throw new DamagedLog('The tiles of the log do not have the root of its last checkpoint.');
  return tree;
};

const publish = async (publisher: Publisher, { from, to }: Intent, time: Date): Promise<StoredCheckpoint> => {
  const { log, origin, key, count } = publisher;
  const blocks = await readRange(log, from, to);
  const leaves = blocks.flatMap((block) => block.leaves);
  if (leaves.length !== to - from) throw new DamagedLog(`The log lacks leaves from ${from} to ${to}.`);
  const tree = await openTreeOf(publisher, from);
  for (const { entry } of leaves) tree.append(entry);
  const events = leaves.map(({ event }) => event);
  await tree.write(log);
  await count?.(events, { from, to });
  const signer = { key: { name: origin, publicKey: key.publicKey }, sign: key.sign };
  return addCheckpoint(log, to, signCheckpoint({ size: to, root: tree.root(), time }, signer));
};

/**
 * Publishes what was appended since the last checkpoint: tiles, sums, and then the checkpoint, which names
 * only what is written. An interrupted run is repeated with the same leaves.
 *
 * @param now the time of the signature
 * @returns the new checkpoint, or undefined if nothing was appended
 * @throws DamagedLog when blocks or tiles are missing, or do not fit the last checkpoint
 */
export const publishNext = async (publisher: Publisher, now: Date): Promise<StoredCheckpoint | undefined> => {
  const last = await findLastCheckpoint(publisher.log);
  const intent = await findIntent(publisher.log, last?.size ?? 0);
  if (intent === undefined) return undefined;
  return (await findCheckpoint(publisher.log, intent.to)) ?? publish(publisher, intent, now);
};

/**
 * Publishes what waits, in as many checkpoints as hold it. What is appended meanwhile waits for the next time: each checkpoint
 * is anchored, and may be stamped by somebody who takes money for it.
 *
 * @param until when to begin no further checkpoint, on the clock of `performance`
 * @returns whether everything is published
 * @throws DamagedLog as `publishNext`
 */
export const publishWaiting = async (publisher: Publisher, until: number): Promise<boolean> => {
  let size = (await findLastCheckpoint(publisher.log))?.size ?? 0;
  while (performance.now() < until) {
    const checkpoint = await publishNext(publisher, new Date());
    if (checkpoint === undefined || checkpoint.size - size < mostLeavesPerRun) return true;
    size = checkpoint.size;
  }
  return false;
};
