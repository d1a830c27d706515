import { setTimeout as sleep } from 'node:timers/promises';
import { toChunks } from '../../runtime/values.ts';
import { keyOf, tableDefinition } from '../../store/keys.ts';
import type { Segment } from '../../store/read.ts';
import { scanSegment } from '../../store/read.ts';
import type { Table } from '../../store/table.ts';
import { consumedUnits, requestUnits } from '../../store/table.ts';
import type { Consent } from '../consent.ts';
import { openConsent, parseConsent, sourceAttributes } from '../consent.ts';

/**
 * The attributes that a scan reads of any item. A scan reads items of all kinds and accounts, and IAM cannot restrict it
 * by keys: policies of operators refuse one that names no attributes, or those of secrets (infra/policies.ts).
 */
const scannedAttributes: readonly string[] = [
  tableDefinition.partitionKey,
  tableDefinition.sortKey,
  ...sourceAttributes,
];

/** Consents to open at the same time: a page may have thousands, and each may have 400 KB. */
const atOnce = 25;

/** The prefix of the partition keys of an account's consents. */
const beginningOf = (accountId: string): string => keyOf.consent(accountId, '').PK;

/**
 * The consents of an account in a segment of the table, some at a time, strongly consistent: all that existed when the
 * scan began, and some later ones.
 */
export async function* scanConsents(
  table: Table,
  accountId: string,
  segment: Segment,
): AsyncGenerator<readonly Consent[]> {
  const pages = scanSegment(table, segment, {
    attributes: scannedAttributes,
    filter: (placeholderOf) => `begins_with(${placeholderOf(tableDefinition.partitionKey)}, :consents)`,
    values: { ':consents': beginningOf(accountId) },
  });
  for await (const items of pages)
    for (const some of toChunks(items, atOnce)) yield some.map((item) => openConsent(parseConsent(item)));
}

/** A table whose reads are counted and, if a limit is set, slowed down. */
interface MeteredTable {
  readonly table: Table;
  /** Read units that DynamoDB has charged so far. */
  readonly units: () => number;
}

/** Lets work begin at a mean rate of units per second. After too many units, it waits before the next work begins. */
const newPace = (unitsPerSecond: number, signal: AbortSignal) => {
  let freeAt = performance.now();
  let usual = 1;
  const milliseconds = (units: number): number => (units * 1_000) / unitsPerSecond;
  return async (work: () => Promise<unknown>): Promise<unknown> => {
    const expected = usual;
    const start = Math.max(performance.now(), freeAt);
    freeAt = start + milliseconds(expected);
    await sleep(start - performance.now(), undefined, { signal });
    const answer = await work();
    usual = consumedUnits(answer);
    freeAt += milliseconds(usual - expected);
    return answer;
  };
};

/** The mean rate of read units (default: as many as there are), and a signal that stops waiting. */
interface Pace {
  readonly unitsPerSecond: number | undefined;
  readonly signal: AbortSignal;
}

export const meterReads = (table: Table, { unitsPerSecond, signal }: Pace): MeteredTable => {
  let units = 0;
  const pace = unitsPerSecond === undefined ? undefined : newPace(unitsPerSecond, signal);
  const counting = requestUnits(table, async (send) => {
    const answer = await (pace === undefined ? send() : pace(send));
    units += consumedUnits(answer);
    return answer;
  });
  return { table: counting, units: () => units };
};
