import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Item, Table } from './client.ts';
import { ConsentFacets } from './lookup.ts';
import type { tableDefinition } from './table.ts';

type IndexName = (typeof tableDefinition.indexes)[number]['name'];

/** A consent as an index lists it. */
export interface Entry extends ConsentFacets {
  readonly id: string;
}

/** One partition of an index, newest consent first, read page by page. */
export interface ConsentList {
  readonly index: IndexName;
  readonly partition: string;
  /** What has been read so far. */
  readonly entries: readonly Entry[];
  /** Where the next page begins; undefined before the first, null after the last. */
  readonly cursor: Item | undefined | null;
}

/** A list of which nothing has been read yet. */
export const openList = (index: IndexName, partition: string): ConsentList => ({
  index,
  partition,
  entries: [],
  cursor: undefined,
});

const parseEntry = (index: IndexName, item: Item): Entry => ({
  id: v.parse(v.string(), item[`${index}SK`]),
  ...v.parse(ConsentFacets, item),
});

/** Pure: the query for the next page. */
const toQuery = (name: string, { index, partition, cursor }: ConsentList, limit: number | undefined) => ({
  TableName: name,
  IndexName: index,
  KeyConditionExpression: '#partition = :partition',
  ExpressionAttributeNames: { '#partition': `${index}PK` },
  ExpressionAttributeValues: { ':partition': partition },
  ScanIndexForward: false,
  ...(cursor && { ExclusiveStartKey: cursor }),
  ...(limit !== undefined && { Limit: limit }),
});

/** Reads one more page, of at most `limit` entries; an empty page may still not be the last. */
export const readPage = async (table: Table, list: ConsentList, limit?: number): Promise<ConsentList> => {
  const { Items = [], LastEvaluatedKey } = await table.client.send(new QueryCommand(toQuery(table.name, list, limit)));
  const page = Items.map((item) => parseEntry(list.index, item));
  return { ...list, entries: [...list.entries, ...page], cursor: LastEvaluatedKey ?? null };
};

/** Whether the list has been read to its end. */
export const isExhausted = ({ cursor }: ConsentList): boolean => cursor === null;

/** The ids below which nothing has been read yet; undefined when the list has been read to its end. */
export const frontier = (list: ConsentList): string | undefined =>
  isExhausted(list) ? undefined : (list.entries.at(-1)?.id ?? '~');
