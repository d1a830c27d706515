import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { StoredConsent } from '../consents/consent.ts';
import { consentAttributes, parseConsent } from '../consents/consent.ts';
import type { Consent } from '../consents/opened-consent.ts';
import type { Item, Key, Table } from '../store/client.ts';
import { keyOf } from '../store/keys.ts';
import { tableDefinition } from '../store/table.ts';
import { openConsents } from './open-consents.ts';

/** A part of the table: one of so many that DynamoDB cuts it into. */
export interface Segment {
  readonly segment: number;
  readonly segments: number;
}

/** A page of a segment: its consents, some at a time, and where the next page begins; undefined after the last. */
interface Page {
  readonly consents: AsyncIterable<readonly Consent[]>;
  readonly next: Key | undefined;
}

/**
 * What a scan may see of any item. The scan of a table reads items of all kinds and accounts, and IAM cannot narrow it by keys; by these names
 * it can, and none of them is that of a secret.
 */
export const scannedAttributes: readonly string[] = [
  tableDefinition.partitionKey,
  tableDefinition.sortKey,
  ...consentAttributes,
];

/** Names of attributes may be words of DynamoDB's. */
const names = Object.fromEntries(scannedAttributes.map((name, i) => [`#a${i}`, name]));

/** One by one: a page may have thousands. */
function* parseEach(items: readonly Item[]): Generator<StoredConsent> {
  for (const item of items) yield parseConsent(item);
}

/** What the partition keys of an account's consents begin with. */
const beginningOf = (accountId: string): string => keyOf.consent(accountId, '').PK;

/**
 * The consents of an account in a segment of the table, page by page, strongly consistent: all that were there when the scan began, and
 * some that came since. What is not a consent of the account is read, paid for, and not sent.
 *
 * @param from where a page begins, as an earlier page said; the beginning without it
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
        ...{ Segment: segment, TotalSegments: segments, ConsistentRead: true },
        ...{ Select: 'SPECIFIC_ATTRIBUTES', ProjectionExpression: Object.keys(names).join(', ') },
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
