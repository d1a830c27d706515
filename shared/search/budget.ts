import { limits } from '../limits.ts';
import { log } from '../log.ts';
import { Problem } from '../problem.ts';
import type { Table } from '../store/client.ts';
import { keyOf } from '../store/keys.ts';
import { write } from '../store/write.ts';
import { epochSeconds } from '../time.ts';

/** Takes read units from what the account's searches may take in a minute. */
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

/** Tells a search's budget what it is about to read, or has just read, in read units. @throws Problem search.throttled */
export type Charge = (units: number) => Promise<void>;

/**
 * The budget of one search. A usual search takes less than is worth a write; one that takes more is counted with the others
 * of its account, so that no account takes what the table can give to all.
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
