import { DeleteCommand, PutCommand, paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { projectList, readList } from '../../../shared/consents/lists.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { batchGet } from '../../../shared/store/read.ts';
import type { Item, Key, Table } from '../../../shared/store/table.ts';
import { table } from './table.ts';

/** Every item of the table. */
export const readAllItems = async ({ name, client }: Table): Promise<Item[]> => {
  const pages = await Array.fromAsync(paginateScan({ client }, { TableName: name, ConsistentRead: true }));
  return pages.flatMap(({ Items = [] }) => Items);
};

/** All that the table of this test file holds. */
export const readAll = async (): Promise<Item[]> =>
  (await readAllItems(table)).sort((a, b) => (`${a.PK}|${a.SK}` < `${b.PK}|${b.SK}` ? -1 : 1));

type Values = Readonly<Record<string, unknown>>;
/** The key of an item, or the item as it was read. */
type AnyKey = Key | Item;

/** Changes an item beside the service, as a person with full rights on the table does. */
export const editItem = ({ client, name }: Table, { PK, SK }: AnyKey, UpdateExpression: string, values?: Values) =>
  client.send(
    new UpdateCommand({
      TableName: name,
      Key: { PK, SK },
      UpdateExpression,
      ...(values !== undefined && { ExpressionAttributeValues: { ...values } }),
    }),
  );

/** The same with a whole item. */
export const putItem = ({ client, name }: Table, item: object | undefined) =>
  client.send(new PutCommand({ TableName: name, Item: { ...item } }));

/** The same, by which the item is gone. */
export const deleteItem = ({ client, name }: Table, { PK, SK }: AnyKey) =>
  client.send(new DeleteCommand({ TableName: name, Key: { PK, SK } }));

/** The items of all consents of a tenant, newest first. */
export const readConsentsOf = async ({
  accountId,
  projectUid,
}: {
  readonly accountId: string;
  readonly projectUid: string;
}): Promise<readonly Item[]> => {
  const ids: string[] = [];
  for await (const { entries } of readList(table, projectList(accountId, projectUid)))
    ids.push(...entries.map(({ id }) => id));
  const items = await batchGet(
    table,
    ids.map((id) => keyOf.consent(accountId, id)),
    { consistent: true },
  );
  return items.filter((item) => item !== undefined);
};
