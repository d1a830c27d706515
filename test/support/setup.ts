import { AsyncLocalStorage } from 'node:async_hooks';
import { isDeepStrictEqual } from 'node:util';
import { DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, vi } from 'vitest';
import { nameErasuresTable, nameLogTable } from '../../cli/local/table.ts';
import { createTables } from './fresh-table.ts';
import { beginTables } from './lazy-tables.ts';
import { openPatiently } from './patient-table.ts';

const { hostname } = new URL(process.env.AWS_ENDPOINT_URL_DYNAMODB ?? 'http://missing');
if (hostname !== '127.0.0.1') throw new Error(`Tests write and delete: they run against this machine only.`);

/** The same for all files of a worker, which share their modules: these read it once. */
const name = `test-${process.pid}`;
process.env.TABLE_NAME = name;
process.env.LOG_TABLE_NAME = nameLogTable(name);
const environment = { ...process.env };

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
  if (making.getStore() === true || this.config.serviceId !== 'DynamoDB') return Reflect.apply(send, this, args);
  return tables.make().then(() => Reflect.apply(send, this, args));
};

afterAll(async () => {
  everyClient.send = send;
  if (!tables.areMade()) return;
  const { client } = openPatiently(name);
  await Promise.allSettled(
    [name, nameErasuresTable(name), nameLogTable(name)].map((TableName) =>
      client.send(new DeleteTableCommand({ TableName })),
    ),
  );
});

const worker = globalThis as { ownResetModules?: typeof vi.resetModules };
worker.ownResetModules ??= vi.resetModules;
const { ownResetModules } = worker;
let wasReset = false;
vi.resetModules = () => {
  wasReset = true;
  return ownResetModules();
};

/** A file that changes the environment leaves neither that to the next one, nor the modules that have read it. */
afterAll(() => {
  const isChanged = !isDeepStrictEqual({ ...process.env }, environment);
  for (const variable of Object.keys(process.env)) if (!(variable in environment)) delete process.env[variable];
  Object.assign(process.env, environment);
  if (isChanged || wasReset) ownResetModules();
});
