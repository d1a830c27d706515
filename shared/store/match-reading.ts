import { batchGet } from './batch-get.ts';
import type { Table } from './client.ts';
import type { ConsentList, Entry } from './consent-list.ts';
import { placesOf } from './consent-list.ts';
import type { Range, Reading } from './list-reading.ts';
import { afterAll, beforeAll, forget, frontier, isExhausted, isReached, openReading, readOn } from './list-reading.ts';

/** Consents that are in every one of some lists. */
interface Matches {
  readonly matches: readonly Entry[];
  /** Whether these are all there are in the range. */
  readonly isComplete: boolean;
}

/** Entries of a list that a search reads before it asks how long the list is. */
const newestEntries = 100;

/** Entries of a list that are read at a time from a range: more than a tally's segment has, then as many as there are in 1 MB. */
const firstPage = 1_200;

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

/** What is known of the lists' matches so far: all of them once one list has been read to its end. */
const settle = async (table: Table, readings: readonly Reading[], consistent: boolean): Promise<Matches> => {
  const [shortest] = readings.filter(isExhausted).sort((a, b) => a.entries.length - b.entries.length);
  const isComplete = shortest !== undefined;
  const candidates = isComplete
    ? shortest.entries
    : (readings[0]?.entries.filter(({ id }) => readings.every((reading) => isReached(reading, id))) ?? []);
  const holders = await Promise.all(
    readings.map((reading) =>
      reading === shortest ? undefined : confirm(table, reading, isComplete ? candidates : [], consistent),
    ),
  );
  return {
    matches: candidates.filter(({ id }) => holders.every((ids) => ids === undefined || ids.has(id))),
    isComplete,
  };
};

/** The newest matches, newest first, and the id down to which these are all: one query for each list. */
export const readNewest = async (
  table: Table,
  lists: readonly ConsentList[],
): Promise<{ readonly matches: readonly Entry[]; readonly downTo: string }> => {
  const everything = { above: beforeAll, upTo: afterAll };
  const readings = await Promise.all(
    lists.map((list) =>
      readOn(table, openReading(list, 'newest-first', everything), { limit: newestEntries, consistent: true }),
    ),
  );
  const { matches, isComplete } = await settle(table, readings, true);
  return { matches, downTo: isComplete ? beforeAll : (readings.map(frontier).sort().at(-1) ?? beforeAll) };
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
  for (let limit: number | undefined = firstPage, kept = 0; ; limit = undefined) {
    readings = await Promise.all(readings.map((reading) => readOn(table, reading, { limit, consistent })));
    const { matches, isComplete } = await settle(table, readings, consistent);
    const read = count() - kept;
    if (isComplete) {
      yield { matches, upTo: range.upTo, read };
      return;
    }
    if (lists.length > 1 && count() < heldEntries) continue;
    const [upTo = range.above] = readings.map(frontier).sort();
    yield { matches, upTo, read };
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
