import { limits } from '../../limits.ts';
import { log } from '../../logger.ts';
import { Problem } from '../../problem.ts';
import type { Key, Table } from '../../store/client.ts';
import { keyOf } from '../../store/keys.ts';
import { write } from '../../store/write.ts';
import { epochSeconds } from '../../time.ts';

/** Read units that calls of an account may use in a minute. */
interface Budget {
  /** The item that counts them. */
  readonly keyOf: (accountId: string, end: number) => Key;
  readonly most: number;
  /** Units from which a call counts: a usual call uses too little to be worth a write. */
  readonly uncounted: number;
  readonly refusal: 'search.throttled' | 'check.throttled';
}

/** The budget of everything that searches, lists or shows consents. */
const searches: Budget = {
  keyOf: keyOf.searchUnits,
  most: limits.searchUnitsPerMinute,
  uncounted: limits.searchUnitsUncounted,
  refusal: 'search.throttled',
};

/** The budget of checks, so that a mailing does not use up the searches of its account, nor they the checks. */
export const checks: Budget = {
  keyOf: keyOf.checkUnits,
  most: limits.checkUnitsPerMinute,
  uncounted: limits.checkUnitsUncounted,
  refusal: 'check.throttled',
};

/** The end of the minute, in seconds. */
const endOfMinute = (now: Date): number => {
  const seconds = epochSeconds(now);
  return seconds - (seconds % 60) + 60;
};

/** Budgets that this container knows to be used up: until when, by account. */
const usedUp = new Map<string, number>();

const nameOf = ({ refusal }: Budget, accountId: string): string => `${refusal} ${accountId}`;

const refuse = ({ refusal }: Budget, end: number, now: Date): Problem =>
  new Problem(refusal, { retryAfter: end - epochSeconds(now) });

/**
 * Refuses a call before it reads more, if this container knows that the budget is used up.
 *
 * @param units that the call reads at least
 * @throws Problem search.throttled, check.throttled
 */
export const refuseIfUsedUp = (budget: Budget, accountId: string, units: number, now: Date): void => {
  const end = usedUp.get(nameOf(budget, accountId));
  if (end === undefined || units < budget.uncounted) return;
  if (end > epochSeconds(now)) throw refuse(budget, end, now);
  usedUp.delete(nameOf(budget, accountId));
};

/** Takes read units from the account's budget of the minute. */
const take = async (table: Table, accountId: string, units: number, now: Date, budget: Budget): Promise<void> => {
  const end = endOfMinute(now);
  const written = await write(table, {
    update: budget.keyOf(accountId, end),
    expression: 'SET expiresAt = :end ADD readUnits :units',
    condition: 'attribute_not_exists(readUnits) OR readUnits < :most',
    values: { ':end': end, ':units': Math.ceil(units), ':most': budget.most },
  });
  if (written.done) return;
  usedUp.set(nameOf(budget, accountId), end);
  log.warn(budget.refusal, { accountId });
  throw refuse(budget, end, now);
};

/** Charges read units that a call is about to use or has just used. @throws Problem search.throttled, check.throttled */
export type Charge = (units: number) => Promise<void>;

/**
 * The budget of one call. A larger call is counted with the others of its account, so that no account uses up what the
 * table can give to all.
 */
export const openBudget = (table: Table, accountId: string, now: Date, budget = searches): Charge => {
  let uncounted = 0;
  return async (units) => {
    uncounted += units;
    if (uncounted < budget.uncounted) return;
    const counted = uncounted;
    uncounted = 0;
    await take(table, accountId, counted, now, budget);
  };
};
