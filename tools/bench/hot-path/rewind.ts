import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { DeleteItemCommand, DynamoDBClient, PutItemCommand, paginateScan } from '@aws-sdk/client-dynamodb';
import type { Exchange } from './wire.ts';

type Attributes = Record<string, AttributeValue>;

interface Write {
  readonly Key?: Attributes;
  readonly Item?: Attributes;
}

const client = new DynamoDBClient();

const keyOf = ({ PK, SK }: Attributes): Attributes => ({ ...(PK && { PK }), ...(SK && { SK }) });
const nameOf = (item: Attributes): string => JSON.stringify(keyOf(item));

/** Keys of the items that recorded calls wrote. */
const writtenBy = (exchanges: readonly Exchange[]): Attributes[] =>
  exchanges
    .filter(({ name }) => ['PutItem', 'UpdateItem', 'TransactWriteItems'].includes(name))
    .flatMap(({ input }) => {
      const { TransactItems = [], ...single } = JSON.parse(input);
      const writes: Write[] = [single, ...TransactItems.flatMap(Object.values)];
      return writes.flatMap(({ Key, Item }) => ((Key ?? Item) ? [keyOf(Key ?? Item ?? {})] : []));
    });

/** Remembers all items of a table. What it returns puts the items that recorded calls wrote back as they were. */
export const rememberItems = async (
  tableName: string,
): Promise<(exchanges: readonly Exchange[]) => () => Promise<void>> => {
  const items = new Map<string, Attributes>();
  for await (const { Items = [] } of paginateScan({ client }, { TableName: tableName })) {
    for (const item of Items) items.set(nameOf(item), item);
  }
  return (exchanges) => {
    const keys = writtenBy(exchanges);
    return async () => {
      for (const Key of keys) {
        const Item = items.get(nameOf(Key));
        if (Item) await client.send(new PutItemCommand({ TableName: tableName, Item }));
        else await client.send(new DeleteItemCommand({ TableName: tableName, Key }));
      }
    };
  };
};
