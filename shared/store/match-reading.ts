import type { Table } from './client.ts';
import type { ConsentList, Entry } from './consent-list.ts';
import type { PageOptions, Range, Reading } from './list-reading.ts';
import { afterAll, beforeAll, forget, frontier, isReached, openReading, readOn } from './list-reading.ts';
import { confirmAll, findShortest } from './match-confirming.ts';

/** Entries of a list that a search reads before it asks how long the list is. */
const newestEntries = 100;

/** Entries of a list that are read at a time from a range: more than a segment of a tally has. */
const pageEntries = 1_200;

/** Entries that are held while several lists are read in step; a list that is ahead of another waits at its share. */
const heldEntries = 20_000;

/** Candidates that are confirmed at a time: some of them by reading on, at 18 entries each, or all by key. */
const confirmedAtOnce = 1_000;

/** The matches where all lists have been read so far. */
const readInAll = ([first, ...others]: readonly Reading[]): readonly Entry[] => {
  if (first === undefined) return [];
  const ids = others.map(({ entries }) => new Set(entries.map(({ id }) => id)));
  return first.entries.filter(
    ({ id }) => isReached(first, id) && others.every((other, i) => isReached(other, id) && ids[i]?.has(id)),
  );
};

/** The newest entries of lists, newest first. */
export interface Newest {
  /** All that there are, those of the shortest list, if one was read to its end. Other lists may not have them. */
  readonly candidates: readonly Entry[] | undefined;
  /** Which of the candidates are matches. */
  readonly confirm: () => Promise<readonly Entry[]>;
  /** Otherwise the matches down to an id. */
  readonly matches: readonly Entry[];
  readonly downTo: string;
}

/** Reads the newest entries: one query for each list. */
export const readNewest = async (table: Table, lists: readonly ConsentList[]): Promise<Newest> => {
  const everything = { above: beforeAll, upTo: afterAll };
  const options = { limit: newestEntries, consistent: true };
  const readings = await Promise.all(
    lists.map((list) => readOn(table, openReading(list, 'newest-first', everything), options)),
  );
  const shortest = findShortest(readings);
  return {
    candidates: shortest?.entries,
    confirm: async () => (shortest ? confirmAll(table, readings, shortest.entries, options) : []),
    matches: shortest ? [] : readInAll(readings),
    downTo: readings.map(frontier).sort().at(-1) ?? beforeAll,
  };
};

/** Reads lists on: those that hold less than their share, and whichever is behind the others. */
const readInStep = (table: Table, readings: readonly Reading[], options: PageOptions): Promise<Reading[]> => {
  const [behind] = readings.map(frontier).sort();
  const share = heldEntries / readings.length;
  const waits = (reading: Reading): boolean => reading.entries.length >= share && frontier(reading) !== behind;
  return Promise.all(readings.map((reading) => (waits(reading) ? reading : readOn(table, reading, options))));
};

const countEntries = (readings: readonly Reading[]): number =>
  readings.reduce((sum, { entries }) => sum + entries.length, 0);

/**
 * Reads the matches of a range in step, oldest first, some at a time: about as much of every list as the shortest has
 * there. `upTo` is how far a part of them goes, `read` how many entries it took. No part takes long, and no more is held
 * at a time than what is given above, however long the lists are.
 */
export async function* readMatches(
  table: Table,
  lists: readonly ConsentList[],
  range: Range,
  { consistent }: { readonly consistent: boolean },
): AsyncGenerator<{ readonly matches: readonly Entry[]; readonly upTo: string; readonly read: number }> {
  const options = { limit: pageEntries, consistent };
  let readings = lists.map((list) => openReading(list, 'oldest-first', range));
  let [upTo, kept] = [range.above, 0];
  while (upTo < range.upTo) {
    readings = await readInStep(table, readings, options);
    const shortest = findShortest(readings);
    if (shortest === undefined && lists.length > 1 && countEntries(readings) < heldEntries) continue;
    const read = countEntries(readings) - kept;
    if (shortest) {
      const candidates = shortest.entries.slice(0, confirmedAtOnce);
      upTo = candidates.length < shortest.entries.length ? (candidates.at(-1)?.id ?? range.upTo) : range.upTo;
      yield { matches: await confirmAll(table, readings, candidates, options), upTo, read };
    } else {
      upTo = readings.map(frontier).sort()[0] ?? range.upTo;
      yield { matches: readInAll(readings), upTo, read };
    }
    readings = readings.map((reading) => forget(reading, upTo));
    kept = countEntries(readings);
  }
}

/** All matches of a range, oldest first. */
export const collectMatches = async (...[table, lists, range, options]: Parameters<typeof readMatches>) => {
  const collected: (readonly Entry[])[] = [];
  for await (const { matches } of readMatches(table, lists, range, options)) collected.push(matches);
  return collected.flat();
};
