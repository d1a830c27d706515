import type { Entry } from '../listing.ts';
import { lifetimes } from '../../lifetimes.ts';
import type { Table } from '../../store/client.ts';
import { nameReason, unavailable } from '../../store/unavailable.ts';
import type { Range } from './list-pages.ts';
import { afterAll, readRange, unitsOf } from './list-pages.ts';
import type { Part, Tally } from './tally.ts';
import { countOn, findDue, recount } from './tally.ts';
import type { Counting } from './tally-store.ts';
import { keepTally, readTally } from './tally-store.ts';

/** Entries read beyond a tally after which it is stored again. */
const worthKeeping = 1_000;
/** Entries that one search recounts at most. */
const recountedAtOnce = 10_000;
/** Milliseconds that one search may count. The next one continues from there. */
const countingTime = 15_000;
/** Sorts after every id that is older than so many seconds, and before all others. */
const idsBefore = (now: Date, seconds: number): string =>
  (now.getTime() - seconds * 1_000).toString(16).padStart(12, '0');

/** Reads a range of the list, part by part. */
async function* readParts(table: Table, { list, isMatch, charge }: Counting, range: Range): AsyncGenerator<Part> {
  for await (const { entries, upTo } of readRange(table, list, range)) {
    yield { matches: entries.filter(isMatch), upTo, read: entries.length };
    await charge(unitsOf(entries));
  }
}

/** A range of the list as one part. */
export const readMatches = async (table: Table, counting: Counting, range: Range): Promise<Part> => {
  const parts = await Array.fromAsync(readParts(table, counting, range));
  const read = parts.reduce((sum, part) => sum + part.read, 0);
  return { matches: parts.flatMap(({ matches }) => matches), upTo: range.upTo, read };
};

/** Recounts what has become a day old, to include entries that an index showed late. */
const recountDue = async (table: Table, counting: Counting, kept: Tally, finalUpTo: string): Promise<Tally> => {
  let tally = kept;
  let due = findDue(tally, finalUpTo);
  for (let read = 0; due !== undefined && read < recountedAtOnce; due = findDue(tally, finalUpTo)) {
    const part = await readMatches(table, counting, due);
    tally = recount(tally, part, finalUpTo);
    read += part.read;
  }
  return tally;
};

const splitAt = (matches: readonly Entry[], upTo: string): [early: Entry[], late: Entry[]] => [
  matches.filter(({ id }) => id <= upTo),
  matches.filter(({ id }) => id > upTo),
];

/**
 * The tally of all matches older than five minutes, and the later matches, oldest first. Reads what came since the
 * tally was stored, and stores it again if that was much.
 *
 * @throws Problem search.throttled. Problem store.unavailable when one call has no time to count everything. Its counts
 * are kept, and the next call continues
 */
export const countMatches = async (table: Table, counting: Counting): Promise<{ tally: Tally; late: Entry[] }> => {
  const deadline = performance.now() + countingTime;
  const upTo = idsBefore(counting.now, lifetimes.tallyLagSeconds);
  const finalUpTo = idsBefore(counting.now, lifetimes.tallyFinalSeconds);
  const kept = await readTally(table, counting);
  let tally = await recountDue(table, counting, kept, finalUpTo);
  let unkept = tally === kept ? 0 : worthKeeping;
  const late: Entry[] = [];
  try {
    for await (const part of readParts(table, counting, { above: kept.upTo, upTo: afterAll })) {
      const [matches, latest] = splitAt(part.matches, upTo);
      late.push(...latest);
      const reached = part.upTo < upTo ? part.upTo : upTo;
      if (tally.upTo < reached) tally = countOn(tally, { ...part, matches, upTo: reached }, finalUpTo);
      unkept += reached < upTo ? part.read : matches.length;
      if (performance.now() >= deadline && part.upTo < upTo) throw unavailable(nameReason('LongCount'));
    }
  } catch (error) {
    unkept = Number.POSITIVE_INFINITY;
    throw error;
  } finally {
    if (unkept >= worthKeeping) await keepTally(table, counting, tally);
  }
  return { tally, late };
};
