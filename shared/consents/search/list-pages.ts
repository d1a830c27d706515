import { paginateQuery, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { limits } from '../../limits.ts';
import type { Table } from '../../store/client.ts';
import { tableDefinition } from '../../store/keys.ts';
import type { ConsentList, Entry } from '../listing.ts';
import { parseEntry } from '../listing.ts';

/** Ids after `above`, up to and including `upTo`. */
export interface Range {
  readonly above: string;
  readonly upTo: string;
}

/** Sorts before and after every id. */
export const beforeAll = '';
export const afterAll = '~';

/** Entries of a list that a search reads before it counts the list. */
const newestEntries = 100;

/** Entries of a range to read at a time: more than a segment of a tally has. */
export const pageEntries = 1_200;

/** Bytes of an entry without its values and the name of its project. */
const entryBytes = 257;

/** Read units of entries, with eventual consistency. */
export const unitsOf = (entries: readonly Entry[]): number =>
  entries.reduce(
    (sum, { valueDigests, facets }) => sum + entryBytes + valueDigests.length + facets.projectUid.length,
    0,
  ) /
  (2 * limits.readUnitBytes);

export type Order = 'newest-first' | 'oldest-first';

/** Called with the read units of each page. */
export type OnUnits = (units: number) => void;

/** Which entries of a list to read, and how many at a time. */
interface Page {
  readonly order: Order;
  readonly range: Range;
  readonly limit: number;
}

/** The query for entries. `!` sorts before every character of an id, so the lower end is excluded. */
const toQuery = (name: string, { partition, index }: ConsentList, { order, range, limit }: Page) => ({
  TableName: name,
  ...(index && { IndexName: index.name }),
  KeyConditionExpression: '#partition = :partition AND #id BETWEEN :from AND :to',
  ExpressionAttributeNames: {
    '#partition': index?.partitionKey ?? tableDefinition.partitionKey,
    '#id': tableDefinition.sortKey,
  },
  ExpressionAttributeValues: { ':partition': partition, ':from': `${range.above}!`, ':to': range.upTo },
  ScanIndexForward: order === 'oldest-first',
  Limit: limit,
});

/** The newest entries of a list, newest first. @property isWhole whether these are all entries of the list */
export interface Newest {
  readonly list: ConsentList;
  readonly entries: readonly Entry[];
  readonly isWhole: boolean;
}

/**
 * The newest entries of a range, newest first.
 *
 * @property reached the oldest id that was read, or undefined at the end of the range
 */
export interface Latest {
  readonly entries: readonly Entry[];
  readonly reached: string | undefined;
}

/** Reads the first page of a range. DynamoDB may return fewer entries than requested, or none, although more follow. */
export const readLatest = async (table: Table, list: ConsentList, range: Range, limit: number): Promise<Latest> => {
  const query = toQuery(table.name, list, { order: 'newest-first', range, limit });
  const { Items = [], LastEvaluatedKey } = await table.client.send(new QueryCommand(query));
  return { entries: Items.map(parseEntry), reached: LastEvaluatedKey?.[tableDefinition.sortKey] };
};

/** Reads the first page of a list. */
export const readNewest = async (table: Table, list: ConsentList): Promise<Newest> => {
  const { entries, reached } = await readLatest(table, list, { above: beforeAll, upTo: afterAll }, newestEntries);
  return { list, entries, isWhole: reached === undefined };
};

/** The entries of a range page by page, oldest first. `upTo` is where each page ends. A page may be empty. */
export async function* readRange(
  table: Table,
  list: ConsentList,
  range: Range,
): AsyncGenerator<{ readonly entries: readonly Entry[]; readonly upTo: string }> {
  const query = toQuery(table.name, list, { order: 'oldest-first', range, limit: pageEntries });
  let reached = range.above;
  for await (const { Items = [], LastEvaluatedKey } of paginateQuery({ client: table.client }, query)) {
    const entries = Items.map(parseEntry);
    reached = LastEvaluatedKey === undefined ? range.upTo : (entries.at(-1)?.id ?? reached);
    yield { entries, upTo: reached };
  }
}

/**
 * All entries of a range page by page. A page may be empty. Pages of 1 MB, as DynamoDB would return, need 60 MB more
 * memory.
 *
 * @param onUnits called with the read units of each page
 * @param limit entries of a page
 */
export async function* readList(
  table: Table,
  list: ConsentList,
  range: Range,
  order: Order,
  {
    onUnits,
    limit = pageEntries,
  }: { readonly onUnits?: OnUnits | undefined; readonly limit?: number | undefined } = {},
): AsyncGenerator<readonly Entry[]> {
  const page = { order, range, limit };
  const query = { ...toQuery(table.name, list, page), ...(onUnits && { ReturnConsumedCapacity: 'TOTAL' as const }) };
  for await (const { Items = [], ConsumedCapacity } of paginateQuery({ client: table.client }, query)) {
    onUnits?.(ConsumedCapacity?.CapacityUnits ?? 0);
    yield Items.map(parseEntry);
  }
}
