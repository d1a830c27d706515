import type { Endurance } from '../runtime/retry.ts';
import { attemptsWithin } from '../runtime/retry.ts';
import { attempt, isSameBytes, toChunks } from '../runtime/values.ts';
import type { Table } from '../store/table.ts';
import { nameReason, unavailable } from '../store/unavailable.ts';
import { isNew, transact } from '../store/write.ts';
import type { Block } from './blocks.ts';
import { endOfBlock, findLastBlock, toBlockItem } from './blocks.ts';
import { nameOf, parseLeafItem, toLeafItem } from './leaf-items.ts';
import type { Leaf } from './log-event.ts';

/** A transaction has at most a hundred items: a block and its leaves. */
const longestBlock = 99;

/** How often another block may be in the way. Pauses do not grow, so that no writer falls behind the others. */
const inTheWay: Endurance = { pause: 100, longest: 100, attempts: 100 };

interface Contradicted {
  readonly index: number | undefined;
}

/** What became of leaves. Those that the log had already, with the same entry, are in neither list. */
export interface Appending {
  readonly appended: readonly Leaf[];
  /**
   * Leaves of the log whose event came again with another entry: somebody changed the record in between. No index if
   * somebody damaged the item of the leaf.
   */
  readonly contradicted: readonly Contradicted[];
}

/** What was appended so far, and the last block. */
interface State {
  end: Block | undefined;
  readonly appended: Leaf[];
  readonly contradicted: Contradicted[];
}

/**
 * Writes a block of the leaves that the log lacks after the last one.
 *
 * @returns those that it still lacks, because another block is in the way
 */
const writeBlock = async (log: Table, leaves: readonly Leaf[], state: State, now: Date): Promise<readonly Leaf[]> => {
  const first = state.end === undefined ? 0 : endOfBlock(state.end);
  const block: Block = { first, appendedAt: Math.max(now.getTime(), state.end?.appendedAt ?? 0), leaves };
  const puts = [toBlockItem(block), ...leaves.map((leaf, i) => toLeafItem(leaf, first + i))];
  const refusals = await transact(
    log,
    puts.map((put) => ({ put, ...isNew })),
  );
  if (refusals === undefined) {
    state.end = block;
    state.appended.push(...leaves);
    return [];
  }
  const [ofBlock, ...known] = refusals;
  for (const [i, { entry }] of leaves.entries()) {
    const item = known[i] && (known[i].existing ?? {});
    const logged = item && attempt(() => parseLeafItem(item));
    if (item !== undefined && (logged === undefined || !isSameBytes(entry, logged.entry)))
      state.contradicted.push({ index: logged?.index });
  }
  const lacking = leaves.filter((_, i) => known[i] === undefined);
  return ofBlock === undefined && lacking.length > 0 ? writeBlock(log, lacking, state, now) : lacking;
};

const appendBlock = async (log: Table, leaves: readonly Leaf[], state: State, now: Date): Promise<void> => {
  let lacking = leaves;
  for await (const turn of attemptsWithin(inTheWay)) {
    if (turn > 1) state.end = await findLastBlock(log);
    lacking = await writeBlock(log, lacking, state, now);
    if (lacking.length === 0) return;
  }
  throw unavailable(nameReason('LogContention'));
};

/** The first leaf of each event, and those that come again. */
const splitRepeated = (leaves: readonly Leaf[]): readonly [first: Leaf[], repeated: Leaf[]] => {
  const first = new Map<string, Leaf>();
  const repeated: Leaf[] = [];
  for (const leaf of leaves) {
    const name = nameOf(leaf.event);
    if (first.has(name)) repeated.push(leaf);
    else first.set(name, leaf);
  }
  return [[...first.values()], repeated];
};

/**
 * Appends the leaves that the log lacks. Each event is in the log once, even if others append at the same time or if it
 * comes again: a block and the items of its leaves are one transaction, which is refused if one of them is there.
 *
 * @param leaves in the order in which they happened to their records
 * @throws Problem store.unavailable
 */
export const appendLeaves = async (log: Table, leaves: readonly Leaf[], now: Date): Promise<Appending> => {
  const state: State = { end: undefined, appended: [], contradicted: [] };
  if (leaves.length > 0) state.end = await findLastBlock(log);
  for (let rest = leaves; rest.length > 0; ) {
    const [first, repeated] = splitRepeated(rest);
    for (const some of toChunks(first, longestBlock)) await appendBlock(log, some, state, now);
    rest = repeated;
  }
  return state;
};
