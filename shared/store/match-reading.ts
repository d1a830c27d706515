import { batchGet } from './batch-get.ts';
import type { Table } from './client.ts';
import type { ConsentList, Entry } from './consent-list.ts';
import { placesOf } from './consent-list.ts';
import type { Range, Reading } from './list-reading.ts';
import { afterAll, beforeAll, forget, frontier, isExhausted, isReached, openReading, readOn } from './list-reading.ts';

/** Entries of a list that a search reads before it asks how long the list is. */
const newestEntries = 100;

/** Entries of a list that are read at a time from a range: more than a segment of a tally has. */
const pageEntries = 1_200;

/** Entries that may be held while several lists are read in step. */
const heldEntries = 20_000;

/** Which of the candidates a list has; what has not been reached yet is looked up by key. */
const confirm = async (
  table: Table,
  reading: Reading,
  candidates: readonly Entry[],
  consistent: boolean,
): Promise<ReadonlySet<string>> => {
  const listed = new Set(reading.entries.map(({ id }) => id));
  const places = candidates
    .filter(({ id }) => !isReached(reading, id) && !listed.has(id))
    .flatMap(({ id }) => placesOf(reading.list, id));
  const lookups = await batchGet(table, places, { consistent });
  for (const [i, { SK }] of places.entries()) if (lookups[i] !== undefined) listed.add(SK);
  return listed;
};

/** The list that was read to its end, of several the shortest. */
const findShortest = (readings: readonly Reading[]): Reading | undefined =>
  readings.filter(isExhausted).sort((a, b) => a.entries.length - b.entries.length)[0];

/** Those entries of the shortest list that all others have, as far as they were read or by key. */
const confirmAll = async (
  table: Table,
  readings: readonly Reading[],
  shortest: Reading,
  consistent: boolean,
): Promise<readonly Entry[]> => {
  const others = readings.filter((reading) => reading !== shortest);
  const holders = await Promise.all(others.map((reading) => confirm(table, reading, shortest.entries, consistent)));
  return shortest.entries.filter(({ id }) => holders.every((ids) => ids.has(id)));
};

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
  const readings = await Promise.all(
    lists.map((list) =>
      readOn(table, openReading(list, 'newest-first', everything), { limit: newestEntries, consistent: true }),
    ),
  );
  const shortest = findShortest(readings);
  return {
    candidates: shortest?.entries,
    confirm: async () => (shortest ? confirmAll(table, readings, shortest, true) : []),
    matches: shortest ? [] : readInAll(readings),
    downTo: readings.map(frontier).sort().at(-1) ?? beforeAll,
  };
};

/**
 * Reads the matches of a range in step, oldest first, some at a time: about as much of every list as the shortest has
 * there. `upTo` is how far a part of them goes, `read` how many entries it took.
 */
export async function* readMatches(
  table: Table,
  lists: readonly ConsentList[],
  range: Range,
  { consistent }: { readonly consistent: boolean },
): AsyncGenerator<{ readonly matches: readonly Entry[]; readonly upTo: string; readonly read: number }> {
  let readings = lists.map((list) => openReading(list, 'oldest-first', range));
  const count = (): number => readings.reduce((sum, { entries }) => sum + entries.length, 0);
  let kept = 0;
  for (;;) {
    readings = await Promise.all(readings.map((reading) => readOn(table, reading, { limit: pageEntries, consistent })));
    const read = count() - kept;
    const shortest = findShortest(readings);
    if (shortest) {
      yield { matches: await confirmAll(table, readings, shortest, consistent), upTo: range.upTo, read };
      return;
    }
    if (lists.length > 1 && count() < heldEntries) continue;
    const [upTo = range.above] = readings.map(frontier).sort();
    yield { matches: readInAll(readings), upTo, read };
    readings = readings.map((reading) => forget(reading, upTo));
    kept = count();
  }
}

/** All matches of a range, oldest first. */
export const collectMatches = async (...[table, lists, range, options]: Parameters<typeof readMatches>) => {
  const collected: Entry[] = [];
  for await (const { matches } of readMatches(table, lists, range, options)) collected.push(...matches);
  return collected;
};
