import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Item, Key, Table } from '../../shared/store/client.ts';

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
