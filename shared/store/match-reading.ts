import { batchGet } from './batch-get.ts';
import type { Table } from './client.ts';
import type { ConsentList, Entry } from './consent-list.ts';
import { placesOf } from './consent-list.ts';
import type { PageOptions, Range, Reading } from './list-reading.ts';
import { afterAll, beforeAll, forget, frontier, isExhausted, isReached, openReading, readOn } from './list-reading.ts';

/** Entries of a list that a search reads before it asks how long the list is. */
const newestEntries = 100;

/** Entries of a list that are read at a time from a range: more than a segment of a tally has. */
const pageEntries = 1_200;

/** Entries that may be held while several lists are read in step. */
const heldEntries = 20_000;

/** Entries that cost as much read in a row as one read by its key: some 220 bytes of the 4 KB that a key is charged for. */
const entriesOfAKey = 18;

/** Reads a list on while that is cheaper than to look the candidates up by key that it has not reached. */
const readOnFor = async (
  table: Table,
  reading: Reading,
  candidates: readonly Entry[],
  options: PageOptions,
): Promise<Reading> => {
  const reached = candidates.filter(({ id }) => isReached(reading, id)).length;
  if (reached === candidates.length || reading.entries.length >= entriesOfAKey * reached) return reading;
  return readOnFor(table, await readOn(table, reading, options), candidates, options);
};

/** Which of the candidates a list has, by reading on or by key. */
const findHolders = async (
  table: Table,
  list: Reading,
  candidates: readonly Entry[],
  options: PageOptions,
): Promise<ReadonlySet<string>> => {
  const reading = await readOnFor(table, list, candidates, options);
  const holders = new Set(reading.entries.map(({ id }) => id));
  const places = candidates
    .filter(({ id }) => !isReached(reading, id) && !holders.has(id))
    .flatMap(({ id }) => placesOf(reading.list, id));
  const lookups = await batchGet(table, places, options);
  for (const [i, { SK }] of places.entries()) if (lookups[i] !== undefined) holders.add(SK);
  return holders;
};

/** The list that was read to its end, of several the shortest. */
const findShortest = (readings: readonly Reading[]): Reading | undefined =>
  readings.filter(isExhausted).sort((a, b) => a.entries.length - b.entries.length)[0];

/** Those entries of the shortest list that all others have. */
const confirmAll = async (
  table: Table,
  readings: readonly Reading[],
  shortest: Reading,
  options: PageOptions,
): Promise<readonly Entry[]> => {
  const others = readings.filter((reading) => reading !== shortest);
  const holders = await Promise.all(others.map((reading) => findHolders(table, reading, shortest.entries, options)));
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
  const options = { limit: newestEntries, consistent: true };
  const readings = await Promise.all(
    lists.map((list) => readOn(table, openReading(list, 'newest-first', everything), options)),
  );
  const shortest = findShortest(readings);
  return {
    candidates: shortest?.entries,
    confirm: async () => (shortest ? confirmAll(table, readings, shortest, options) : []),
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
  const options = { limit: pageEntries, consistent };
  let kept = 0;
  for (;;) {
    readings = await Promise.all(readings.map((reading) => readOn(table, reading, options)));
    const read = count() - kept;
    const shortest = findShortest(readings);
    if (shortest) {
      yield { matches: await confirmAll(table, readings, shortest, options), upTo: range.upTo, read };
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
