import { AsyncLocalStorage } from 'node:async_hooks';
import { CreateTableCommand, DeleteTableCommand, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll } from 'vitest';
import { createTables } from './fresh-table.ts';
import { beginTables } from './lazy-tables.ts';
import { openPatiently } from './patient-table.ts';

const { hostname } = new URL(process.env.AWS_ENDPOINT_URL_DYNAMODB ?? 'http://missing');
if (hostname !== '127.0.0.1') throw new Error(`Tests write and delete: they run against this machine only.`);

const name = process.env.TABLE_NAME ?? '';

interface Client {
  readonly config: { readonly serviceId: string };
}

type Send = (this: Client, ...args: unknown[]) => unknown;

/** What all clients of the SDK inherit, with its own method kept: of a file whose tests are all skipped, no hook puts it back. */
const everyClient: { send: Send; ownSend?: Send } = Object.getPrototypeOf(DynamoDBDocumentClient.prototype);
everyClient.ownSend ??= everyClient.send;
const send = everyClient.ownSend;

const making = new AsyncLocalStorage<boolean>();

/** A file has fresh tables, made with its first call to DynamoDB: what is pure needs none. */
const tables = beginTables(() => making.run(true, () => createTables(name)));
everyClient.send = function (...args) {
  const [command] = args;
  if (command instanceof CreateTableCommand) tables.made.add(command.input.TableName ?? '');
  if (command instanceof UpdateTableCommand && command.input.TableName === name) tables.hasStream = true;
  if (making.getStore() === true || this.config.serviceId !== 'DynamoDB') return Reflect.apply(send, this, args);
  return tables.make().then(() => Reflect.apply(send, this, args));
};

afterAll(async () => {
  everyClient.send = send;
  const { client } = openPatiently(name);
  await Promise.allSettled([...tables.made].map((TableName) => client.send(new DeleteTableCommand({ TableName }))));
});
