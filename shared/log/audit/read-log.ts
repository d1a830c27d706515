import { hash } from 'node:crypto';
import { attempt, toChunks } from '../../runtime/values.ts';
import { leafBeginning, logKeyOf, numberIn, tableDefinition } from '../../store/keys.ts';
import { queryPages, scanTable, textOfKey } from '../../store/read.ts';
import type { Item, Key, Table } from '../../store/table.ts';
import type { Block, NamedEvent } from '../blocks.ts';
import { eventInKey, leafName, parseBlock, parseLeafItem } from '../blocks.ts';
import type { Leaf, LogEvent } from '../log-event.ts';
import { fingerprintEvent } from '../log-event.ts';
import type { Checkpoint } from '../note.ts';
import { mostLeavesPerRun } from '../publish.ts';
import type { GrowingTree } from '../tiles.ts';
import { hashBytes, nameTile, openGrowingTree, readTiles, tileWidth } from '../tiles.ts';
import type { Report } from './findings.ts';

/** A leaf of the log, as its block has it. Bytes are strings of latin1, which take a third of the space of buffers. */
export interface LogLeaf extends Pick<LogEvent, 'account' | 'time'> {
  /** `eventOf` reads the event from it. */
  readonly name: string;
  readonly index: number;
  readonly entry: string;
  /** 8 bytes of the digest of the event. Nobody finds another event with the same digest by chance. */
  readonly digest: string;
  /** Whether a record has the event. */
  isSeen: boolean;
  /** Whether the leaf has its item, by which documents find it. */
  hasItem: boolean;
}

const toText = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

/** The kind and the id of a leaf's event; imported counts as recorded. */
export const eventOf = ({ name }: LogLeaf): NamedEvent => {
  const [PK, SK]: readonly [string, string] = JSON.parse(name);
  const event = eventInKey({ PK, SK });
  if (event === undefined) throw new Error('A leaf has a name that no event has.');
  return event;
};

/** Whether a leaf has an entry. */
export const hasEntry = (leaf: LogLeaf, entry: Uint8Array): boolean => leaf.entry === toText(entry);

/** A log read from beginning to end, in some 450 bytes of memory a leaf. */
export interface WholeLog {
  /** False behind a block that is missing or cannot be read: what comes after it is unknown. */
  readonly isWhole: () => boolean;
  readonly size: () => number;
  readonly find: (event: NamedEvent) => LogLeaf | undefined;
  /** In the order of the log. */
  readonly leaves: () => Iterable<LogLeaf>;
  /** Roots of the requested sizes. */
  readonly roots: ReadonlyMap<number, Uint8Array>;
  /** When the block with a leaf was appended, by what the block says. */
  readonly appendedAt: (index: number) => number | undefined;
  /** Reads what was appended since. */
  readonly readOn: () => Promise<void>;
  /** Compares tiles and the items of leaves with what the blocks have. Both are made from the blocks. */
  readonly checkCopies: (manner: { readonly published: number; readonly segments: number }) => Promise<void>;
}

/** What to report, and the sizes whose roots to compute. */
interface Manner {
  readonly sizes: ReadonlySet<number>;
  readonly report: Report;
  readonly onLeaves: (count: number) => void;
}

const notWritten = (sortKey: string): string => `the register did not write the block ${sortKey}`;

/** The first pass of an audit: reads the blocks, rebuilds the tree, and reports what is wrong with the blocks. */
export const readWholeLog = async (log: Table, { sizes, report, onLeaves }: Manner): Promise<WholeLog> => {
  const leaves = new Map<string, LogLeaf>();
  const tree = await openGrowingTree(log, 0);
  const roots = new Map<number, Uint8Array>();
  const appended = newAppendedTimes();
  const strays = new Set<string>();
  let [isWhole, last] = [true, 0];
  const stop = (says: string): void => {
    report({ kind: 'block', at: tree.size(), says });
    isWhole = false;
  };
  const take = (item: Item): void => {
    const SK = String(item.SK);
    const from = tree.size();
    if (SK !== logKeyOf.block(from).SK && !(numberIn(SK) > from)) {
      if (!strays.has(SK)) report({ kind: 'block', at: from, says: notWritten(SK) });
      strays.add(SK);
      return;
    }
    const block = attempt(() => parseBlock(item));
    if (block === undefined || block.first !== from) {
      stop(block ? `the block of leaf ${from} is missing, or ${notWritten(SK)}` : `the block ${SK} cannot be read`);
      return;
    }
    if (block.appendedAt < last) report({ kind: 'block', at: block.first, says: 'is older than the block before it' });
    last = Math.max(last, block.appendedAt);
    appended.add(block);
    for (const { event, entry } of block.leaves) {
      const name = leafName(event);
      const { kind, id, account } = event;
      if (leaves.has(name))
        report({ kind: 'block', account, id, at: tree.size(), says: `${kind}, for the second time` });
      else leaves.set(name, toLogLeaf(name, { event, entry }, tree.size()));
      tree.append(entry);
      if (sizes.has(tree.size())) roots.set(tree.size(), tree.root());
    }
    onLeaves(block.leaves.length);
  };
  const readOn = async (): Promise<void> => {
    const range = { from: logKeyOf.block(tree.size()).SK, until: '#~' };
    for await (const page of queryPages(log, logKeyOf.block(''), { range }))
      for (const item of page) if (isWhole) take(item);
  };
  await readOn();
  return {
    isWhole: () => isWhole,
    size: tree.size,
    find: (event) => leaves.get(leafName(event)),
    leaves: () => leaves.values(),
    roots,
    appendedAt: appended.at,
    readOn,
    checkCopies: async ({ published, segments }) => {
      await checkTiles(log, tree, published, report);
      await checkLeafItems(log, leaves, { segments, isWhole, readOn, report });
    },
  };
};

/** One string for each account. */
const accounts = new Map<string, string>();

const share = (account: string): string => {
  const known = accounts.get(account);
  if (known === undefined) accounts.set(account, account);
  return known ?? account;
};

const toLogLeaf = (name: string, { event, entry }: Leaf, index: number): LogLeaf => {
  const { account, time } = event;
  const about = { name, account: account && share(account), time, index };
  return { ...about, entry: toText(entry), digest: digestEvent(event), isSeen: false, hasItem: false };
};

/** A digest of what the event of a record says. */
export const digestEvent = (event: LogEvent): string =>
  toText(hash('sha256', fingerprintEvent(event), 'buffer').subarray(0, 8));

const tilesTogether = 100;

/** Compares the stored tiles with those that the blocks make. @param published leaves whose tiles must be there */
const checkTiles = async (log: Table, tree: GrowingTree, published: number, report: Report): Promise<void> => {
  for (const tiles of toChunks([...tree.tiles()], tilesTogether)) {
    const stored = await readTiles(
      log,
      tiles.map(({ place }) => place),
    );
    for (const { place, hashes } of tiles) {
      const bytes = stored.get(nameTile(place)) ?? new Uint8Array();
      const before = place.index * tileWidth;
      const made = Buffer.concat(hashes);
      const demanded = Math.max(0, Math.floor(published / tileWidth ** place.level) - before) * hashBytes;
      const common = Math.min(made.length, bytes.length);
      const isRight =
        common >= Math.min(made.length, demanded) && made.subarray(0, common).equals(bytes.subarray(0, common));
      if (!isRight) report({ kind: 'block', at: before * tileWidth ** place.level, says: `tile ${nameTile(place)}` });
    }
  }
};

/** The attributes that this check reads of any item of the log table. None is secret. */
export const leafAttributes: readonly string[] = [
  tableDefinition.partitionKey,
  tableDefinition.sortKey,
  'index',
  'time',
  'entry',
];

const ofLeaves = {
  attributes: leafAttributes,
  filter: (placeholderOf: (attribute: string) => string): string =>
    `begins_with(${placeholderOf(tableDefinition.partitionKey)}, :leaf)`,
  values: { ':leaf': leafBeginning },
};

/** Items of leaves that may wait for what the log has received since it was read. */
const mostWaiting = 100_000;

/** Marks the leaf of an item. @returns whether it is what the item of that leaf says */
const match = (item: Item & Key, leaves: ReadonlyMap<string, LogLeaf>): boolean => {
  const leaf = leaves.get(textOfKey(item));
  const stored = attempt(() => parseLeafItem(item));
  if (leaf === undefined || stored === undefined) return false;
  leaf.hasItem = true;
  return stored.index === leaf.index && stored.time === leaf.time && hasEntry(leaf, stored.entry);
};

interface ItemManner {
  readonly segments: number;
  readonly isWhole: boolean;
  readonly readOn: () => Promise<void>;
  readonly report: Report;
}

/**
 * Compares the items of leaves with the blocks. One that is missing hides from documents what the log has, and one of no
 * leaf keeps a leaf out of the log.
 */
const checkLeafItems = async (
  log: Table,
  leaves: ReadonlyMap<string, LogLeaf>,
  { segments, isWhole, readOn, report }: ItemManner,
): Promise<void> => {
  const expected = [...leaves.values()];
  const others: (Item & Key)[] = [];
  for await (const page of scanTable(log, segments, ofLeaves))
    for (const item of page) if (!match(item, leaves) && others.length < mostWaiting) others.push(item);
  await readOn();
  for (const item of isWhole ? others : []) {
    if (match(item, leaves)) continue;
    const leaf = leaves.get(textOfKey(item));
    const event = leaf && eventOf(leaf);
    const says = event === undefined ? 'an item of no leaf' : `the item of its leaf \`${event.kind}\` was changed`;
    report({ kind: 'block', account: leaf?.account, id: event?.id ?? `${item.PK} ${item.SK}`, at: leaf?.index, says });
  }
  for (const leaf of expected) {
    if (leaf.hasItem) continue;
    const { kind, id } = eventOf(leaf);
    const says = `the item of its leaf \`${kind}\` is missing`;
    report({ kind: 'block', account: leaf.account, id, at: leaf.index, says });
  }
};

/** What signed checkpoints say of when leaves came into the log. */
export interface LeafTimes {
  /** The time of the last checkpoint that lacks a leaf because it was not appended yet. */
  readonly before: (index: number) => Date | undefined;
  /** The time of the first checkpoint with a leaf. Now, if none has it yet. */
  readonly within: (index: number) => Date;
}

/**
 * Milliseconds that one publication may last. It signs several checkpoints, and the first ones lack leaves that are
 * already appended, as does one that repeats an interrupted run.
 */
const longestPublication = 60 * 60 * 1_000;

/** The place of the first number above another one, in a rising list; its length if there is none. */
const findAbove = (rising: readonly number[], index: number): number => {
  let [low, high] = [0, rising.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((rising[middle] ?? 0) <= index) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** One checkpoint of each size, by size. The last of a size counts. */
const sortBySize = (checkpoints: readonly Checkpoint[]): Checkpoint[] =>
  [...new Map(checkpoints.map((each) => [each.size, each])).values()].sort((one, other) => one.size - other.size);

/**
 * Blocks state when they were appended, but somebody may have written other times into them. So they count only as far
 * as the job explains: within one publication, or behind checkpoints with as many leaves as one can have.
 */
export const newLeafTimes = (
  checkpoints: readonly Checkpoint[],
  { appendedAt }: { readonly appendedAt: (index: number) => number | undefined },
  clock: () => Date,
): LeafTimes => {
  const sorted = sortBySize(checkpoints);
  const sizes = sorted.map(({ size }) => size);
  /** The place of the first checkpoint with a leaf. */
  const placeOf = (index: number): number => findAbove(sizes, index);
  const isFull = (place: number): boolean =>
    (sorted[place]?.size ?? 0) - (sorted[place - 1]?.size ?? 0) >= mostLeavesPerRun;
  const within = (index: number): Date => sorted[placeOf(index)]?.time ?? clock();
  return {
    within,
    before: (index) => {
      const appended = appendedAt(index) ?? Number.POSITIVE_INFINITY;
      const earliest = within(index).getTime() - longestPublication;
      let place = placeOf(index) - 1;
      for (; place >= 0; place -= 1) {
        const time = sorted[place]?.time.getTime() ?? 0;
        if (time < appended || (time < earliest && !isFull(place))) break;
      }
      return sorted[place]?.time;
    },
  };
};

/** When leaves were appended, by what their blocks say. */
const newAppendedTimes = () => {
  const ends: number[] = [];
  const firsts: number[] = [];
  const times: number[] = [];
  return {
    /** Blocks come in the order of the log. */
    add: ({ first, leaves, appendedAt }: Block): void => {
      firsts.push(first);
      ends.push(first + leaves.length);
      times.push(appendedAt);
    },
    /** Undefined if the block of the leaf is gone. */
    at: (index: number): number | undefined => {
      const place = findAbove(ends, index);
      return (firsts[place] ?? Number.POSITIVE_INFINITY) <= index ? times[place] : undefined;
    },
  };
};
