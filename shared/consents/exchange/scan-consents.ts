import type { Item, Key, Table } from '../../store/client.ts';
import { keyOf, tableDefinition } from '../../store/keys.ts';
import type { Segment } from '../../store/scan.ts';
import { scanSegment } from '../../store/scan.ts';
import type { StoredConsent } from '../consent.ts';
import { parseConsent, tellingAttributes } from '../consent.ts';
import type { Consent } from '../opened-consent.ts';
import { openConsents } from './open-consents.ts';

/** A page of a segment: its consents, some at a time, and where the next page begins. Undefined after the last page. */
interface Page {
  readonly consents: AsyncIterable<readonly Consent[]>;
  readonly next: Key | undefined;
}

/**
 * The attributes that a scan may read of any item. A scan reads items of all kinds and accounts, and IAM cannot
 * restrict it by keys. It can restrict it by these names. None of them belongs to a secret.
 */
export const scannedAttributes: readonly string[] = [
  tableDefinition.partitionKey,
  tableDefinition.sortKey,
  ...tellingAttributes,
];

/** Parses items one by one, since a page may have thousands. */
function* parseEach(items: readonly Item[]): Generator<StoredConsent> {
  for (const item of items) yield parseConsent(item);
}

/** The prefix of the partition keys of an account's consents. */
const beginningOf = (accountId: string): string => keyOf.consent(accountId, '').PK;

/**
 * The consents of an account in a segment of the table, page by page, strongly consistent: all that existed when the
 * scan began, and some later ones.
 *
 * @param from where a page begins, from an earlier page. Default: the beginning
 */
export async function* scanConsents(
  table: Table,
  accountId: string,
  segment: Segment,
  from: Key | undefined,
): AsyncGenerator<Page> {
  const pages = scanSegment(table, segment, {
    attributes: scannedAttributes,
    filter: (placeholderOf) => `begins_with(${placeholderOf(tableDefinition.partitionKey)}, :consents)`,
    values: { ':consents': beginningOf(accountId) },
    from,
  });
  for await (const { items, next } of pages) yield { consents: openConsents(table, accountId, parseEach(items)), next };
}
