import * as v from 'valibot';
import type { RetryLimits } from '../runtime/retry.ts';
import { attemptsWithin } from '../runtime/retry.ts';
import { lastWrittenMoment } from '../runtime/time.ts';
import { attempt, isSameBytes, toChunks } from '../runtime/values.ts';
import { compress, unpackFew } from '../store/item.ts';
import { largestNumber, leafBeginning, logKeyOf, numberIn } from '../store/keys.ts';
import { batchGet, getItem, queryItems, queryPages, textOfKey } from '../store/read.ts';
import type { Item, Key, Table } from '../store/table.ts';
import { nameReason, unavailable } from '../store/table.ts';
import { isNew, transact } from '../store/write.ts';
import { findLogKey } from './keys.ts';
import type { Leaf } from './log-event.ts';
import { endKinds, LogEvent } from './log-event.ts';
import { DamagedLog, toHashes } from './tiles.ts';

/** A transaction has at most a hundred items: a block and its leaves. */
const longestBlock = 99;

/** How often another block may be in the way. Pauses do not grow, so that no writer falls behind the others. */
const inTheWay: RetryLimits = { pause: 100, longest: 100, attempts: 100 };

/** Milliseconds in which the end of the log must be found: `FeedLog` has two minutes. */
const longestSearch = 40_000;

/**
 * The first leaf of the block to which a log was followed. Thousands of blocks may lie behind a checkpoint, and reading them
 * again for each batch, or each time that another block is in the way, would take longer than appending.
 */
const followed = new WeakMap<Table, number>();

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
    followed.set(log, first);
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
    if (turn > 1) state.end = await findEnd(log);
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
    const name = leafName(leaf.event);
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
 * @throws Problem store.unavailable, also when the end of the log is not found within 40 seconds: the next attempt of this
 * container goes on from there. DamagedLog as `findLastBlock`
 */
export const appendLeaves = async (log: Table, leaves: readonly Leaf[], now: Date): Promise<Appending> => {
  const state: State = { end: undefined, appended: [], contradicted: [] };
  if (leaves.length > 0) state.end = await findEnd(log);
  for (let rest = leaves; rest.length > 0; ) {
    const [first, repeated] = splitRepeated(rest);
    for (const some of toChunks(first, longestBlock)) await appendBlock(log, some, state, now);
    rest = repeated;
  }
  return state;
};

/** Blocks until something else is between them. @returns where to go on behind that, undefined if no block is there */
async function* readRun(log: Table, from: number): AsyncGenerator<Block, number | undefined> {
  const range = { from: logKeyOf.block(from).SK, until: logKeyOf.block(largestNumber).SK };
  let end = from;
  for await (const page of queryPages(log, logKeyOf.block(''), { range }))
    for (const item of page) {
      if (item.SK !== logKeyOf.block(end).SK) return end > from ? end : undefined;
      const block = parseBlock(item);
      yield block;
      end = endOfBlock(block);
    }
  return undefined;
}

/**
 * Blocks in order, from a leaf on, which must be the first of a block: each begins where the one before ends. What somebody
 * else put between or behind them is no part of the log, and is not read however much it is.
 */
export async function* readBlocks(log: Table, from = 0): AsyncGenerator<Block> {
  for (let next: number | undefined = from; next !== undefined; ) next = yield* readRun(log, next);
}

/** Blocks from the last one backwards, without what nobody can read, which somebody put there. */
export async function* readBlocksBack(log: Table): AsyncGenerator<Block> {
  for await (const page of queryPages(log, logKeyOf.block(''), { order: 'descending' }))
    for (const item of page) {
      const block = attempt(() => parseBlock(item));
      if (block !== undefined) yield block;
    }
}

const queryLast = async (log: Table, until: number): Promise<Item | undefined> => {
  const range = { from: logKeyOf.block(0).SK, until: logKeyOf.block(until).SK };
  const [item] = await queryItems(log, logKeyOf.block(''), { range, order: 'descending', limit: 1 });
  return item;
};

const isEndingAt = (block: Block | undefined, end: number): block is Block =>
  block !== undefined && endOfBlock(block) === end;

/** The last of the blocks that follow a leaf. @param last the block before them @param longest milliseconds that it may take */
const follow = async (
  log: Table,
  from: number,
  last: Block | undefined,
  longest: number,
): Promise<Block | undefined> => {
  const until = performance.now() + longest;
  let end = last;
  for await (const block of readBlocks(log, from)) {
    end = block;
    followed.set(log, block.first);
    if (performance.now() > until) throw unavailable(nameReason('LogSearch'));
  }
  return end;
};

/**
 * The last block, or undefined in an empty log. The blocks lead to it from the last checkpoint on that the key of the log
 * signed: after one that somebody put far ahead, nothing could be appended any more.
 *
 * @param longest milliseconds that it may take. Default: any time
 * @throws DamagedLog when the key signed none of the checkpoints, or when a block there cannot be read. Problem
 * store.unavailable when there are so many that the end is not found in time
 */
export const findLastBlock = async (log: Table, longest = Number.POSITIVE_INFINITY): Promise<Block | undefined> => {
  const size = (await findLogKey(log))?.head.size ?? 0;
  const item = size === 0 ? undefined : await queryLast(log, size - 1);
  const before = item && attempt(() => parseBlock(item));
  const last = isEndingAt(before, size) || size === 0 ? before : { first: size, appendedAt: 0, leaves: [] };
  return follow(log, size, last, longest);
};

/** The same within the time of a batch, from the block on to which the log was followed, if that is still there. */
const findEnd = async (log: Table): Promise<Block | undefined> => {
  const known = followed.get(log);
  const last = known === undefined ? undefined : await follow(log, known, undefined, longestSearch);
  return last ?? findLastBlock(log, longestSearch);
};

/**
 * What somebody put behind the end of the log, and is no part of it. If a block of the log was deleted instead, those
 * after it are such.
 *
 * @param end of the last block, or of one before it
 */
export const findStray = async (log: Table, end: number): Promise<DamagedLog | undefined> => {
  const [item] = await queryItems(log, logKeyOf.block(''), { order: 'descending', limit: 1 });
  const stray = String(item?.SK);
  if (item === undefined || stray < logKeyOf.block(end).SK) return undefined;
  let last = end;
  for await (const block of readBlocks(log, end)) {
    if (logKeyOf.block(block.first).SK >= stray) return undefined;
    last = endOfBlock(block);
  }
  return new DamagedLog(
    `The block of the log with leaf ${last} is missing, or the register did not write the block ${stray}: delete it then.`,
  );
};

/** A leaf as its block has it. Undefined if that is missing or damaged, or has another entry there. */
export const findInBlock = async (log: Table, { index, entry }: LoggedLeaf): Promise<Leaf | undefined> => {
  const item = await queryLast(log, index);
  const block = item && attempt(() => parseBlock(item));
  const leaf = block?.leaves[index - block.first];
  return leaf && isSameBytes(leaf.entry, entry) ? leaf : undefined;
};

/** Leaves that were appended together. `first` is the index of the first one. */
export interface Block {
  readonly first: number;
  /** In milliseconds since the epoch, never earlier than that of the block before. */
  readonly appendedAt: number;
  readonly leaves: readonly Leaf[];
}

const Stored = v.object({
  SK: v.pipe(v.string(), v.transform(numberIn)),
  /** A time that nobody can write is the last that one can. */
  appendedAt: v.pipe(
    v.number(),
    v.transform((time) => Math.min(Math.max(time, 0), lastWrittenMoment)),
  ),
  entries: v.instance(Uint8Array),
  events: v.instance(Uint8Array),
});

/**
 * The most bytes of the JSON of an event. The register writes at most 2,000: a key of 256 characters, each with six bytes,
 * and 450 for the rest. A few bytes of somebody else may decompress to megabytes, in each of a thousand blocks.
 */
const longestEvent = 2_048;

const tryToParse = (item: Item): Block | undefined => {
  const { SK: first, appendedAt, entries, events } = v.parse(Stored, item);
  const each = toHashes(entries);
  const logged = v.parse(v.array(LogEvent), unpackFew(events, each.length * longestEvent));
  if (each.length !== logged.length || each.length === 0 || logKeyOf.block(first).SK !== item.SK) return undefined;
  return { first, appendedAt, leaves: logged.map((event, i) => ({ event, entry: each[i] ?? new Uint8Array() })) };
};

/** @throws DamagedLog when nobody can read the item */
export const parseBlock = (item: Item): Block => {
  const block = attempt(() => tryToParse(item));
  if (block === undefined) throw new DamagedLog(`The block ${item.SK} of the log cannot be read.`);
  return block;
};

/** The index after the last leaf of a block. */
export const endOfBlock = ({ first, leaves }: Block): number => first + leaves.length;

/** The item of a block. */
export const toBlockItem = ({ first, appendedAt, leaves }: Block) => ({
  ...logKeyOf.block(first),
  appendedAt,
  entries: Buffer.concat(leaves.map(({ entry }) => entry)),
  events: compress(leaves.map(({ event }) => event)),
});

/** What names an event in the log. A version is one of its account and notice, a consent is named by its id alone. */
export interface NamedEvent extends Pick<LogEvent, 'kind' | 'id' | 'account'> {
  readonly notice?: { readonly pid: number } | undefined;
}

/** A leaf as its item has it. */
export interface LoggedLeaf {
  readonly index: number;
  /** When its event happened according to the record, in milliseconds since the epoch. */
  readonly time: number;
  readonly entry: Uint8Array;
}

/** A consent is recorded or imported, once between them. */
const sortKeys = {
  recorded: 'RECORDED',
  imported: 'RECORDED',
  revoked: 'REVOKED',
  erased: 'ERASED',
  removed: 'REMOVED',
} as const;

/** The key of a leaf's item: what is in the log once has one key. */
export const leafKeyOf = ({ kind, id, account = '', notice }: NamedEvent): Key => {
  if (kind === 'published') return logKeyOf.versionLeaf(account, notice?.pid ?? 0, id);
  if (kind === 'key') return logKeyOf.keyLeaf(id);
  return kind === 'operation' ? logKeyOf.operationLeaf(id) : logKeyOf.consentLeaf(id, sortKeys[kind]);
};

/** The same as a text. */
export const leafName = (event: NamedEvent): string => textOfKey(leafKeyOf(event));

const consentBeginning = logKeyOf.consentLeaf('', '').PK;
const noticeBeginning = `${leafBeginning}NOTICE#`;
const consentKinds = ['recorded', ...endKinds] as const;

/** The event in the key of a leaf's item; imported counts as recorded. Undefined for a key that no leaf has. */
export const eventInKey = ({ PK, SK }: Key): NamedEvent | undefined => {
  if (PK === logKeyOf.keyLeaf('').PK) return { kind: 'key', id: SK };
  if (PK === logKeyOf.operationLeaf('').PK) return { kind: 'operation', id: SK };
  if (PK.startsWith(noticeBeginning)) {
    const [account, pid] = PK.slice(noticeBeginning.length).split('#');
    return { kind: 'published', id: SK, account, notice: { pid: Number(pid) } };
  }
  const kind = consentKinds.find((each) => sortKeys[each] === SK);
  return kind && PK.startsWith(consentBeginning) ? { kind, id: PK.slice(consentBeginning.length) } : undefined;
};

/** The item of a leaf, which is written with its block. */
export const toLeafItem = ({ event, entry }: Leaf, index: number) => ({
  ...leafKeyOf(event),
  index,
  time: event.time,
  entry,
});

const StoredLeaf = v.object({
  index: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(largestNumber - 1)),
  time: v.number(),
  entry: v.instance(Uint8Array),
});

/** @throws Error when the item is damaged */
export const parseLeafItem = (item: Item): LoggedLeaf => v.parse(StoredLeaf, item);

/** Nobody can read the item of a leaf: somebody changed the table of the log. */
export class DamagedLeaf extends Error {
  override readonly name = 'DamagedLeaf';
  readonly event: NamedEvent;

  constructor(key: Key, event: NamedEvent) {
    super(`The item of a leaf cannot be read in the table of the log: ${key.PK} ${key.SK}.`);
    this.event = event;
  }
}

/** @throws DamagedLeaf */
const readLeafItem = (key: Key, event: NamedEvent, item: Item): LoggedLeaf => {
  const leaf = attempt(() => parseLeafItem(item));
  if (leaf === undefined) throw new DamagedLeaf(key, event);
  return leaf;
};

/** The leaf of an event. Undefined if the log does not have it. @throws DamagedLeaf */
export const findLeaf = async (log: Table, event: NamedEvent): Promise<LoggedLeaf | undefined> => {
  const key = leafKeyOf(event);
  const item = await getItem(log, key);
  return item && readLeafItem(key, event, item);
};

/** The leaves of events in their order, undefined for those that the log does not have. @throws DamagedLeaf */
export const findLeaves = async (
  log: Table,
  events: readonly NamedEvent[],
): Promise<readonly (LoggedLeaf | undefined)[]> => {
  const keys = events.map(leafKeyOf);
  const items = await batchGet(log, keys, { consistent: true });
  return events.map((event, i) => {
    const [key, item] = [keys[i], items[i]];
    return key && item && readLeafItem(key, event, item);
  });
};

/** The leaves of a partition by their sort keys, in one query. What is under a key that no leaf has is none. @throws DamagedLeaf */
const queryLeaves = async (log: Table, { PK }: Key): Promise<ReadonlyMap<string, LoggedLeaf>> => {
  const items = await queryItems(log, { PK, SK: '' });
  return new Map(
    items.flatMap((item) => {
      const key = { PK, SK: String(item.SK) };
      const event = eventInKey(key);
      return event === undefined ? [] : [[key.SK, readLeafItem(key, event, item)]];
    }),
  );
};

/** The leaves of a consent. */
export interface ConsentLeaves {
  readonly of: (kind: keyof typeof sortKeys) => LoggedLeaf | undefined;
}

/** @throws DamagedLeaf */
export const findConsentLeaves = async (log: Table, consentId: string): Promise<ConsentLeaves> => {
  const leaves = await queryLeaves(log, logKeyOf.consentLeaf(consentId, ''));
  return { of: (kind) => leaves.get(sortKeys[kind]) };
};

/** The leaves of the versions of a notice, by their ids. @throws DamagedLeaf */
export const findVersionLeaves = (log: Table, account: string, pid: number): Promise<ReadonlyMap<string, LoggedLeaf>> =>
  queryLeaves(log, logKeyOf.versionLeaf(account, pid, ''));

/** The leaves of all evidence keys, by the ids of their events. @throws DamagedLeaf */
export const findKeyLeaves = (log: Table): Promise<ReadonlyMap<string, LoggedLeaf>> =>
  queryLeaves(log, logKeyOf.keyLeaf(''));
