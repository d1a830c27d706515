import { batchGet } from './batch-get.ts';
import type { Table } from './client.ts';
import type { Entry } from './consent-list.ts';
import { placesOf } from './consent-list.ts';
import type { PageOptions, Reading } from './list-reading.ts';
import { isExhausted, isReached, readOn } from './list-reading.ts';

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
export const findShortest = (readings: readonly Reading[]): Reading | undefined =>
  readings.filter(isExhausted).sort((a, b) => a.entries.length - b.entries.length)[0];

/** Those candidates, entries of the shortest list, that all have. */
export const confirmAll = async (
  table: Table,
  readings: readonly Reading[],
  candidates: readonly Entry[],
  options: PageOptions,
): Promise<readonly Entry[]> => {
  const holders = await Promise.all(readings.map((reading) => findHolders(table, reading, candidates, options)));
  return candidates.filter(({ id }) => holders.every((ids) => ids.has(id)));
};
