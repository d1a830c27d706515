import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Item, Table } from './client.ts';
import type { ConsentList, Entry } from './consent-list.ts';
import { parseEntry } from './consent-list.ts';
import { tableDefinition } from './table.ts';

/** Ids after `above`, up to and with `upTo`. */
export interface Range {
  readonly above: string;
  readonly upTo: string;
}

/** Sorts before and after every id. */
export const beforeAll = '';
export const afterAll = '~';

/** One partition of a list that is being read. */
interface Part {
  readonly partition: string;
  /** Where the next page begins; undefined before the first, null after the last. */
  readonly cursor: Item | undefined | null;
  readonly lastId: string | undefined;
}

/** A list that is being read, page by page. */
export interface Reading {
  readonly list: ConsentList;
  readonly order: 'newest-first' | 'oldest-first';
  readonly range: Range;
  readonly parts: readonly Part[];
  /** What has been read so far, in order. */
  readonly entries: readonly Entry[];
}

/** How pages are read; index lists are never consistent, of which DynamoDB is not capable. @property limit of entries */
export interface PageOptions {
  readonly limit: number;
  readonly consistent: boolean;
}

/** A list of which nothing has been read yet. */
export const openReading = (list: ConsentList, order: Reading['order'], range: Range): Reading => ({
  list,
  order,
  range,
  parts: list.partitions.map((partition) => ({ partition, cursor: undefined, lastId: undefined })),
  entries: [],
});

const keysOf = ({ index }: ConsentList): { readonly partitionKey: string; readonly sortKey: string } =>
  index ?? tableDefinition;

/** Pure: the query for the next page. `!` sorts before every character of an id, so that the lower end is left out. */
const toQuery = (
  name: string,
  { list, order, range }: Reading,
  { partition, cursor }: Part,
  { limit, consistent }: PageOptions,
) => ({
  TableName: name,
  ...(list.index ? { IndexName: list.index.name } : { ConsistentRead: consistent }),
  KeyConditionExpression: '#partition = :partition AND #id BETWEEN :from AND :to',
  ExpressionAttributeNames: { '#partition': keysOf(list).partitionKey, '#id': keysOf(list).sortKey },
  ExpressionAttributeValues: { ':partition': partition, ':from': `${range.above}!`, ':to': range.upTo },
  ScanIndexForward: order === 'oldest-first',
  ...(cursor && { ExclusiveStartKey: cursor }),
  Limit: Math.ceil(limit / list.partitions.length),
});

const readPart = async (table: Table, reading: Reading, part: Part, options: PageOptions) => {
  if (part.cursor === null) return { part, page: [] };
  const { Items = [], LastEvaluatedKey } = await table.client.send(
    new QueryCommand(toQuery(table.name, reading, part, options)),
  );
  const page = Items.map((item) => parseEntry(item, keysOf(reading.list).sortKey));
  return { part: { ...part, cursor: LastEvaluatedKey ?? null, lastId: page.at(-1)?.id ?? part.lastId }, page };
};

const inOrder = (entries: readonly Entry[], order: Reading['order']): readonly Entry[] =>
  [...entries].sort((a, b) => (a.id < b.id === (order === 'oldest-first') ? -1 : 1));

/** Reads one more page of each partition; an empty page may still not be the last. */
export const readOn = async (table: Table, reading: Reading, options: PageOptions): Promise<Reading> => {
  const pages = await Promise.all(reading.parts.map((part) => readPart(table, reading, part, options)));
  const entries = [...reading.entries, ...pages.flatMap(({ page }) => page)];
  return {
    ...reading,
    parts: pages.map(({ part }) => part),
    entries: pages.length > 1 ? inOrder(entries, reading.order) : entries,
  };
};

/** Whether the list has been read to the end of its range. */
export const isExhausted = ({ parts }: Reading): boolean => parts.every(({ cursor }) => cursor === null);

/** The id up to which all has been read, in the order of reading. */
export const frontier = ({ parts, order, range }: Reading): string => {
  const isOldestFirst = order === 'oldest-first';
  const unread = parts.filter(({ cursor }) => cursor !== null);
  const reached = unread.map(({ lastId }) => lastId ?? (isOldestFirst ? range.above : range.upTo)).sort();
  return (isOldestFirst ? reached[0] : reached.at(-1)) ?? (isOldestFirst ? range.upTo : range.above);
};

/** Whether a consent would have been read by now if the list had it. */
export const isReached = (reading: Reading, id: string): boolean =>
  isExhausted(reading) || (reading.order === 'oldest-first' ? id <= frontier(reading) : id >= frontier(reading));

/** Forgets what has been read up to an id, in a reading that goes on. */
export const forget = (reading: Reading, upTo: string): Reading => ({
  ...reading,
  entries: reading.entries.filter(({ id }) => id > upTo),
});
