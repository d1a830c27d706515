import { randomUUID } from 'node:crypto';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import {
  BatchGetItemCommand,
  DeleteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  paginateScan,
  QueryCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import type { Exchange } from './wire.ts';

/** Sends an input as it came off the wire. */
type Send = (client: DynamoDBClient, input: never) => Promise<unknown>;

const sends: Readonly<Record<string, Send>> = {
  BatchGetItem: (client, input) => client.send(new BatchGetItemCommand(input)),
  GetItem: (client, input) => client.send(new GetItemCommand(input)),
  PutItem: (client, input) => client.send(new PutItemCommand(input)),
  Query: (client, input) => client.send(new QueryCommand(input)),
  // A token of its own: DynamoDB answers for a known one without writing.
  TransactWriteItems: (client, input: object) =>
    client.send(new TransactWriteItemsCommand({ ...input, ClientRequestToken: randomUUID() } as never)),
  UpdateItem: (client, input) => client.send(new UpdateItemCommand(input)),
};

const readBinary = (name: string, value: unknown): unknown =>
  name === 'B' && typeof value === 'string' ? Buffer.from(value, 'base64') : value;

/** Sends recorded calls again, bare: by a DynamoDB client as it comes, those of a wave side by side. */
export const newReplay = (exchanges: readonly Exchange[]): (() => Promise<void>) => {
  const client = new DynamoDBClient();
  const waves = Object.values(Object.groupBy(exchanges, ({ wave }) => wave)).map((wave = []) =>
    wave.map(({ name, input }) => {
      const send = sends[name];
      if (send === undefined) throw new Error(`${name} cannot be replayed.`);
      const parsed: unknown = JSON.parse(input, readBinary);
      return () => send(client, parsed as never);
    }),
  );
  return async () => {
    for (const wave of waves) await Promise.all(wave.map((send) => send()));
  };
};

type Attributes = Record<string, AttributeValue>;

interface Write {
  readonly Key?: Attributes;
  readonly Item?: Attributes;
}

const ownClient = new DynamoDBClient();

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
  for await (const { Items = [] } of paginateScan({ client: ownClient }, { TableName: tableName })) {
    for (const item of Items) items.set(nameOf(item), item);
  }
  return (exchanges) => {
    const keys = writtenBy(exchanges);
    return async () => {
      for (const Key of keys) {
        const Item = items.get(nameOf(Key));
        if (Item) await ownClient.send(new PutItemCommand({ TableName: tableName, Item }));
        else await ownClient.send(new DeleteItemCommand({ TableName: tableName, Key }));
      }
    };
  };
};
