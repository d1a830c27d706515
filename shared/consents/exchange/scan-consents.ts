import { toChunks } from '../../runtime/values.ts';
import { keyOf, tableDefinition } from '../../store/keys.ts';
import type { Segment } from '../../store/read.ts';
import { scanSegment } from '../../store/read.ts';
import type { Table } from '../../store/table.ts';
import { parseConsent, tellingAttributes } from '../consent.ts';
import type { Consent } from '../opened-consent.ts';
import { openConsent } from '../opened-consent.ts';

/**
 * The attributes that a scan reads of any item. A scan reads items of all kinds and accounts, and IAM cannot restrict it
 * by keys: policies of operators refuse one that names no attributes, or those of secrets (infra/policies.ts).
 */
const scannedAttributes: readonly string[] = [
  tableDefinition.partitionKey,
  tableDefinition.sortKey,
  ...tellingAttributes,
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
