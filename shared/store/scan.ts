import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { Item, Key, Table } from './client.ts';

/** One of the parts into which DynamoDB divides the table. */
export interface Segment {
  readonly segment: number;
  readonly segments: number;
}

/** What a scan reads of the items, and which of them it returns. The others are read and paid for, but not sent. */
interface Scan {
  readonly attributes: readonly string[];
  /** Names attributes by their placeholders, since DynamoDB reserves some names. */
  readonly filter: (placeholderOf: (attribute: string) => string) => string;
  readonly values: Readonly<Record<string, string>>;
}

/** The items of a segment, page by page, strongly consistent: all that existed when the scan began, and some later ones. */
export async function* scanSegment(
  table: Table,
  { segment, segments }: Segment,
  { attributes, filter, values }: Scan,
): AsyncGenerator<(Item & Key)[]> {
  const names = Object.fromEntries(attributes.map((name, i) => [`#a${i}`, name]));
  let start: Key | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new ScanCommand({
        TableName: table.name,
        Segment: segment,
        TotalSegments: segments,
        ConsistentRead: true,
        Select: 'SPECIFIC_ATTRIBUTES',
        ProjectionExpression: Object.keys(names).join(', '),
        FilterExpression: filter((attribute) => `#a${attributes.indexOf(attribute)}`),
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: values,
        ...(start && { ExclusiveStartKey: { ...start } }),
      }),
    );
    start = LastEvaluatedKey as Key | undefined;
    yield Items as (Item & Key)[];
  } while (start !== undefined);
}

/** The items of a table, page by page. @param segments parts of the table to read at the same time */
export async function* scanTable(table: Table, segments: number, scan: Scan): AsyncGenerator<(Item & Key)[]> {
  const parts = Array.from({ length: segments }, (_, segment) => scanSegment(table, { segment, segments }, scan));
  const advance = (part: (typeof parts)[number]) => part.next().then((result) => ({ part, result }));
  const under = new Map(parts.map((part) => [part, advance(part)]));
  while (under.size > 0) {
    const { part, result } = await Promise.race(under.values());
    if (result.done) under.delete(part);
    else {
      under.set(part, advance(part));
      yield result.value;
    }
  }
}
