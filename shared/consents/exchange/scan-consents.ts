import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { Item, Key, Table } from '../../store/client.ts';
import { keyOf, tableDefinition } from '../../store/keys.ts';
import type { StoredConsent } from '../consent.ts';
import { consentAttributes, parseConsent } from '../consent.ts';
import type { Consent } from '../opened-consent.ts';
import { openConsents } from './open-consents.ts';

/** One of the parts into which DynamoDB divides the table. */
export interface Segment {
  readonly segment: number;
  readonly segments: number;
}

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
  ...consentAttributes,
];

/** Placeholders, since DynamoDB reserves some names. */
const names = Object.fromEntries(scannedAttributes.map((name, i) => [`#a${i}`, name]));

/** Parses items one by one, since a page may have thousands. */
function* parseEach(items: readonly Item[]): Generator<StoredConsent> {
  for (const item of items) yield parseConsent(item);
}

/** The prefix of the partition keys of an account's consents. */
const beginningOf = (accountId: string): string => keyOf.consent(accountId, '').PK;

/**
 * The consents of an account in a segment of the table, page by page, strongly consistent: all that existed when the
 * scan began, and some later ones. Other items are read and paid for, but not sent.
 *
 * @param from where a page begins, from an earlier page. Default: the beginning
 */
export async function* scanConsents(
  table: Table,
  accountId: string,
  { segment, segments }: Segment,
  from: Key | undefined,
): AsyncGenerator<Page> {
  let start = from;
  do {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new ScanCommand({
        TableName: table.name,
        Segment: segment,
        TotalSegments: segments,
        ConsistentRead: true,
        Select: 'SPECIFIC_ATTRIBUTES',
        ProjectionExpression: Object.keys(names).join(', '),
        FilterExpression: 'begins_with(#a0, :consents)',
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: { ':consents': beginningOf(accountId) },
        ...(start && { ExclusiveStartKey: { ...start } }),
      }),
    );
    start = LastEvaluatedKey as Key | undefined;
    yield { consents: openConsents(table, accountId, parseEach(Items)), next: start };
  } while (start !== undefined);
}
