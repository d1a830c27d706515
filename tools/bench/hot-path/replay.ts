import { randomUUID } from 'node:crypto';
import {
  BatchGetItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
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
