import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { describeFault, logger } from '../runtime/logger.ts';
import { epochSeconds } from '../runtime/time.ts';
import { itemSize } from '../store/item.ts';
import { keyOf } from '../store/keys.ts';
import type { Item, Key, Table } from '../store/table.ts';
import { consumedUnits, isRead, requestUnits } from '../store/table.ts';
import { write } from '../store/write.ts';
import { limits } from './limits.ts';
import type { Budget } from './operations.ts';
import { throttling } from './operations.ts';
import { Problem } from './problem.ts';

/** A part of what an account may read or write in a minute. Calls whose caller is refused have their own, so that they hold up nobody. */
export type Part = Budget | WritePart | 'refused';

/** What the calls of a budget write counts towards one of these; those of others write little, which counts as read. */
type WritePart = 'recordWrites' | 'pressWrites';

const writesOf: Readonly<Partial<Record<Budget, WritePart>>> = { records: 'recordWrites', presses: 'pressWrites' };

/** The parts that calls of a budget use up once they are let through. */
export const partsOf = (budget: Budget): readonly Part[] => [budget, writesOf[budget] ?? []].flat();

const most: Readonly<Record<Part, number>> = {
  searches: limits.searchUnitsPerMinute,
  checks: limits.checkUnitsPerMinute,
  notices: limits.noticeUnitsPerMinute,
  records: limits.recordUnitsPerMinute,
  pages: limits.pageUnitsPerMinute,
  presses: limits.pressUnitsPerMinute,
  recordWrites: limits.recordWriteUnitsPerMinute,
  pressWrites: limits.pressWriteUnitsPerMinute,
  refused: limits.refusedUnitsPerMinute,
};

const parts = Object.keys(most) as readonly Part[];

/** Kinds of calls that go on to their end once they are let through: what a withdrawal leaves in force, the person must withdraw again. */
const unstopped: ReadonlySet<Budget> = new Set(['presses']);

const units = v.optional(v.number(), 0);

/** What the calls of an account have read and written in a minute, by part. */
const Counter = v.object({
  searches: units,
  checks: units,
  notices: units,
  records: units,
  pages: units,
  presses: units,
  recordWrites: units,
  pressWrites: units,
  refused: units,
});
type Counter = v.InferOutput<typeof Counter>;

/** The end of the minute, in seconds. */
const endOfMinute = (now: Date): number => {
  const seconds = epochSeconds(now);
  return seconds - (seconds % 60) + 60;
};

/** The key of the counter that decides whether a call goes on. It is read with the caller. */
export const counterKey = (accountId: string, now: Date): Key => keyOf.units(accountId, endOfMinute(now));

const findUsedUp = (counter: Counter): readonly Part[] => parts.filter((part) => counter[part] >= most[part]);

/** Units that this container has counted and not written down yet, by part and account. */
const carried = new Map<string, number>();

/** Parts of accounts that are used up, as far as this container knows: until when, in seconds. */
const strained = new Map<string, number>();

const counterName = (part: Part, accountId: string): string => `${part} ${accountId}`;

/** Leaves units to a later write: no more than use a part up, since a write that had no answer may have been made. */
const carry = (part: Part, accountId: string, more: number): void => {
  const name = counterName(part, accountId);
  carried.set(name, Math.min(most[part], (carried.get(name) ?? 0) + more));
};

/** Milliseconds that an answer waits for its units to be written down. */
const timeoutMilliseconds = 1_000;

/** Write units of a call that failed. DynamoDB charges a condition that does not hold, and does not say what. */
const estimateUnits = (input: object): number =>
  Math.ceil(itemSize({ ...input }) / 1_024) * ('TransactItems' in input ? 2 : 1);

/** Whose call it is, and to which budget its operation belongs. */
interface Counted {
  readonly accountId: string;
  readonly budget: Budget;
  readonly now: Date;
}

/** Counts what one call reads and writes, and refuses it when its account has used too much. */
export interface Meter {
  /** The table whose calls are counted. Once the budget is used up, reads are refused; a call that was let through may write. */
  readonly through: (table: Table) => Table;
  /** From here on the account of a verified token answers for what the call has used and will use. */
  readonly countFor: (counted: Counted) => void;
  /** Sets the fewest units that the call counts if it writes. Without effect on a budget that has no part for writes. */
  readonly writeAtLeast: (units: number) => void;
  /** Whether this container knows that the account has used up a part of the call's budget, or that of refused calls: the caller is then read alone. */
  readonly isStrained: () => boolean;
  /**
   * Lets a caller go on whose rights were checked. From here on what the call reads and writes belongs to its own budget.
   *
   * @param item the counter
   * @throws Problem of the budget when it is used up
   */
  readonly admit: (item: Item | undefined) => void;
  /** Ends the call's reads. What was used is written down or, unless it is much, by the next call of the container. Never fails. */
  readonly settle: () => Promise<void>;
}

/** @param store the table of the counters, which are written even when the call is out of time */
export const openMeter = (store: Table): Meter => {
  let counted: Counted | undefined;
  let part: Part = 'refused';
  let isAdmitted = false;
  let refusal: Error | undefined;
  let read = 0;
  let written = 0;
  let least = 0;
  const underWay = new Set<Promise<unknown>>();
  const writes: Promise<void>[] = [];

  const checkBudget = (counter: Counter, { accountId, budget, now }: Counted): void => {
    const usedUp = findUsedUp(counter);
    for (const each of usedUp) strained.set(counterName(each, accountId), endOfMinute(now));
    const decisive = isAdmitted ? [budget] : partsOf(budget);
    if (part !== budget || !decisive.some((each) => usedUp.includes(each)) || refusal !== undefined) return;
    if (isAdmitted && unstopped.has(budget)) return;
    logger.warn(throttling[budget], { accountId });
    refusal = new Problem(throttling[budget], { retryAfter: endOfMinute(now) - epochSeconds(now) });
  };

  const add = async (to: Part, more: number, of: Counted): Promise<void> => {
    const end = endOfMinute(of.now);
    try {
      const counting = await write(store, {
        update: counterKey(of.accountId, of.now),
        expression: 'SET expiresAt = :end ADD #part :units',
        condition: 'attribute_not_exists(PK) OR expiresAt = :end',
        names: { '#part': to },
        values: { ':end': end, ':units': more },
      });
      if (counting.done) checkBudget(v.parse(Counter, counting.item), of);
    } catch (error) {
      carry(to, of.accountId, more);
      logger.warn('units.unwritten', describeFault(error));
    }
  };

  const writeCarried = (of: Part, whose: Counted): void => {
    const name = counterName(of, whose.accountId);
    const more = carried.get(name) ?? 0;
    if (more < (of === writesOf[whose.budget] ? limits.unitsLeft : limits.unitsWritten)) return;
    carried.delete(name);
    writes.push(add(of, more, whose));
  };

  /** Counts what the call has read so far, from a number of units on. */
  const countReads = (fewest: number): void => {
    if (counted === undefined || read < fewest) return;
    writes.push(add(part, read, counted));
    read = 0;
  };

  /** Counts what the call has written, or leaves it to the next one. */
  const countWrites = (whose: Counted): void => {
    const ofWrites = writesOf[whose.budget];
    const to = ofWrites ?? part;
    const more = ofWrites === undefined || written === 0 ? written : Math.max(written, least);
    if (more >= limits.unitsLeft) writes.push(add(to, more, whose));
    else if (more > 0) carry(to, whose.accountId, more);
    written = 0;
  };

  return {
    through: (table) =>
      requestUnits(table, async (send, input) => {
        const reads = isRead(input);
        if (reads && refusal !== undefined) throw refusal;
        if (reads && part !== 'refused') countReads(limits.unitsWritten);
        const sending = send();
        if (reads) underWay.add(sending);
        try {
          const answer = await sending;
          if (reads) read += consumedUnits(answer);
          else written += consumedUnits(answer);
          return answer;
        } catch (error) {
          if (!reads) written += estimateUnits(input);
          throw error;
        } finally {
          underWay.delete(sending);
        }
      }),
    countFor: (whose) => {
      counted = whose;
      for (const each of [...partsOf(whose.budget), 'refused'] as const) writeCarried(each, whose);
    },
    writeAtLeast: (units) => {
      least = units;
    },
    isStrained: () => {
      if (counted === undefined) return false;
      const { accountId, budget, now } = counted;
      const isUsedUp = (each: Part): boolean => (strained.get(counterName(each, accountId)) ?? 0) > epochSeconds(now);
      return [...partsOf(budget), 'refused' as const].some(isUsedUp);
    },
    admit: (item) => {
      if (counted === undefined) return;
      part = counted.budget;
      checkBudget(v.parse(Counter, item ?? {}), counted);
      if (refusal !== undefined) throw refusal;
      isAdmitted = true;
    },
    settle: async () => {
      refusal ??= new Error('The call is over.');
      await Promise.allSettled(underWay);
      if (counted === undefined) return;
      countReads(limits.unitsLeft);
      if (read > 0) carry(part, counted.accountId, read);
      read = 0;
      countWrites(counted);
      if (writes.length > 0)
        await Promise.race([Promise.all(writes), sleep(timeoutMilliseconds, undefined, { ref: false })]);
    },
  };
};
