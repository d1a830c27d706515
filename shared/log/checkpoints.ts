import * as v from 'valibot';
import { largestNumber, logKeyOf, numberIn } from '../store/keys.ts';
import { getItem, queryItems, queryPages } from '../store/read.ts';
import type { Item, Table } from '../store/table.ts';
import { isNew, write } from '../store/write.ts';
import { DamagedLog, nameTile, newComputer, readTiles, tilesOf } from './tiles.ts';
import { planInclusion } from './tree.ts';

/** A checkpoint as it is stored. One that somebody damaged has no note, so that no key signed it. */
const StoredCheckpoint = v.pipe(
  v.object({
    SK: v.pipe(v.string(), v.transform(numberIn)),
    /** The signed note. */
    note: v.fallback(v.string(), ''),
    /** When it was anchored outside the table. */
    anchoredAt: v.fallback(v.optional(v.string()), undefined),
    /** Token of a time-stamp authority over the note's text and first signature (RFC 3161, DER). */
    stamp: v.fallback(
      v.optional(
        v.pipe(
          v.instance(Uint8Array),
          v.transform((bytes) => Uint8Array.from(bytes)),
        ),
      ),
      undefined,
    ),
  }),
  v.transform(({ SK, ...rest }) => ({ size: SK, ...rest })),
);
export type StoredCheckpoint = v.InferOutput<typeof StoredCheckpoint>;

const parseStored = (item: Item): StoredCheckpoint => v.parse(StoredCheckpoint, item);

export const findCheckpoint = async (log: Table, size: number): Promise<StoredCheckpoint | undefined> => {
  const item = await getItem(log, logKeyOf.checkpoint(size));
  return item && parseStored(item);
};

/** The first checkpoint with a leaf. Undefined until there is one. */
export const findCheckpointOf = async (log: Table, index: number): Promise<StoredCheckpoint | undefined> => {
  const range = { from: logKeyOf.checkpoint(index + 1).SK, until: logKeyOf.checkpoint(largestNumber).SK };
  const [item] = await queryItems(log, logKeyOf.checkpoint(''), { range, limit: 1 });
  return item && parseStored(item);
};

/** The last checkpoint, or undefined before the first. */
export const findLastCheckpoint = async (log: Table): Promise<StoredCheckpoint | undefined> => {
  const [item] = await queryItems(log, logKeyOf.checkpoint(''), { order: 'descending', limit: 1 });
  return item && parseStored(item);
};

/** Checkpoints with more leaves than `after`, the smallest first. Default: all. */
export async function* readCheckpoints(log: Table, after = 0): AsyncGenerator<StoredCheckpoint> {
  const range = { from: logKeyOf.checkpoint(after + 1).SK, until: logKeyOf.checkpoint(largestNumber).SK };
  for await (const page of queryPages(log, logKeyOf.checkpoint(''), { range })) yield* page.map(parseStored);
}

const Noted = v.object({
  SK: v.pipe(v.string(), v.transform(numberIn)),
  /** It may have any form, since somebody may have changed it. */
  note: v.fallback(v.string(), ''),
});

/** The notes of all checkpoints, by the sizes under which they are stored, also of damaged ones. @param how `limit`: of a page */
export async function* readNotes(
  log: Table,
  how: { readonly order?: 'descending'; readonly limit?: number } = {},
): AsyncGenerator<{ readonly size: number; readonly note: string }> {
  for await (const page of queryPages(log, logKeyOf.checkpoint(''), how))
    for (const item of page) {
      const { SK: size, note } = v.parse(Noted, item);
      yield { size, note };
    }
}

/**
 * Checkpoints that are not anchored yet, the latest first, and of the last `recent` ones also those without a stamp.
 * Anchoring goes from the earliest on, so everything before an anchored checkpoint is anchored too.
 */
export const findUnanchored = async (
  log: Table,
  { isStamped, recent }: { readonly isStamped: boolean; readonly recent: number },
): Promise<StoredCheckpoint[]> => {
  const pending: StoredCheckpoint[] = [];
  let seen = 0;
  for await (const page of queryPages(log, logKeyOf.checkpoint(''), { order: 'descending', limit: recent })) {
    for (const checkpoint of page.map(parseStored)) {
      const { anchoredAt, stamp } = checkpoint;
      if (anchoredAt !== undefined && seen >= recent) return pending;
      if (anchoredAt === undefined || (isStamped && stamp === undefined)) pending.push(checkpoint);
      seen += 1;
    }
  }
  return pending;
};

/** Stores a new checkpoint. @returns the stored one: another process may have signed the same tree a moment earlier */
export const addCheckpoint = async (log: Table, size: number, note: string): Promise<StoredCheckpoint> => {
  const written = await write(log, { put: { ...logKeyOf.checkpoint(size), note }, ...isNew });
  return parseStored((written.done ? written.item : written.existing) ?? {});
};

/** Marks a checkpoint as anchored, and stamped. */
export const markAnchored = async (
  log: Table,
  size: number,
  { anchoredAt, stamp }: Pick<StoredCheckpoint, 'anchoredAt' | 'stamp'>,
): Promise<void> => {
  const given = Object.entries({ anchoredAt, stamp }).filter(([, value]) => value !== undefined);
  if (given.length === 0) return;
  await write(log, {
    update: logKeyOf.checkpoint(size),
    expression: `SET ${given.map(([name]) => `${name} = :${name}`).join(', ')}`,
    condition: 'attribute_exists(PK)',
    values: Object.fromEntries(given.map(([name, value]) => [`:${name}`, value])),
  });
};

/** A leaf in the tree of a size. */
interface PlaceInTree {
  readonly index: number;
  readonly size: number;
}

/** Hashes of an audit path from a leaf to a root, the nearest first. */
type Path = readonly Uint8Array[];

/**
 * Computes the paths of leaves in their trees, in one round trip for a hundred tiles. A tile that many leaves need is
 * read once.
 *
 * @returns in the same order, and the error where tiles are missing, or where no tree of this size has the leaf
 */
export const computePaths = async (
  log: Table,
  places: readonly PlaceInTree[],
): Promise<readonly (Path | DamagedLog)[]> => {
  const plans = places.map(({ index, size }) => {
    const isTree = Number.isInteger(size) && index < size && size <= largestNumber;
    return isTree ? planInclusion(index, size) : undefined;
  });
  const tiles = new Map(plans.flatMap((plan) => tilesOf(plan?.nodes ?? [])).map((place) => [nameTile(place), place]));
  const compute = newComputer(await readTiles(log, [...tiles.values()]));
  return plans.map((plan) => {
    if (plan === undefined) return new DamagedLog('A checkpoint of the log is not under the size of its tree.');
    try {
      return compute(plan);
    } catch (error) {
      if (error instanceof DamagedLog) return error;
      throw error;
    }
  });
};

/** Proof that a leaf is in the tree of a checkpoint. */
interface InclusionProof {
  readonly checkpoint: StoredCheckpoint;
  readonly path: Path;
}

/** Proves a leaf in its first checkpoint, in two round trips. Undefined until there is one. @throws DamagedLog */
export const proveLeaf = async (log: Table, index: number): Promise<InclusionProof | undefined> => {
  const checkpoint = await findCheckpointOf(log, index);
  if (checkpoint === undefined) return undefined;
  const [path] = await computePaths(log, [{ index, size: checkpoint.size }]);
  if (path instanceof DamagedLog) throw path;
  return path && { checkpoint, path };
};
