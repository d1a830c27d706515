import { limits } from '../../limits.ts';
import { log } from '../../logger.ts';
import { Problem } from '../../problem.ts';
import type { Table } from '../../store/client.ts';
import { keyOf } from '../../store/keys.ts';
import { write } from '../../store/write.ts';
import { epochSeconds } from '../../time.ts';

/** Takes read units from the account's budget of the minute. */
const take = async (table: Table, accountId: string, units: number, now: Date): Promise<void> => {
  const seconds = epochSeconds(now);
  const end = seconds - (seconds % 60) + 60;
  const written = await write(table, {
    update: keyOf.searchUnits(accountId, end),
    expression: 'SET expiresAt = :end ADD readUnits :units',
    condition: 'attribute_not_exists(readUnits) OR readUnits < :most',
    values: { ':end': end, ':units': Math.ceil(units), ':most': limits.searchUnitsPerMinute },
  });
  if (written.done) return;
  log.warn('search.throttled', { accountId });
  throw new Problem('search.throttled', { retryAfter: end - seconds });
};

/** Charges read units that a search is about to use or has just used. @throws Problem search.throttled */
export type Charge = (units: number) => Promise<void>;

/**
 * The budget of one search. A usual search uses too little to be worth a write. A larger one is counted with the others
 * of its account, so that no account uses up what the table can give to all.
 */
export const openBudget = (table: Table, accountId: string, now: Date): Charge => {
  let uncounted = 0;
  return async (units) => {
    uncounted += units;
    if (uncounted < limits.searchUnitsUncounted) return;
    const counted = uncounted;
    uncounted = 0;
    await take(table, accountId, counted, now);
  };
};
