import { randomUUID } from 'node:crypto';
import { DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import { afterAll } from 'vitest';
import { nameErasuresTable, nameLogTable } from '../../cli/local/table.ts';
import { createFreshTable } from './fresh-table.ts';
import { openPatiently } from './patient-table.ts';

const { hostname } = new URL(process.env.AWS_ENDPOINT_URL_DYNAMODB ?? 'http://missing');
if (hostname !== '127.0.0.1') throw new Error(`Tests write and delete: they run against this machine only.`);

/** A fresh table for every test file, or for the worker where its files share their modules, which know its name. */
const prefix = `test-${process.pid}-`;
if (!process.env.TABLE_NAME?.startsWith(prefix)) {
  const { name } = await createFreshTable(`${prefix}${randomUUID()}`);
  const { client } = openPatiently(name);
  // The engine takes longer over each write with each table that there is: of six hundred, three times as long.
  if (process.env.TABLE_OF_WORKER === undefined)
    afterAll(() =>
      Promise.allSettled(
        [name, nameErasuresTable(name), nameLogTable(name)].map((TableName) =>
          client.send(new DeleteTableCommand({ TableName })),
        ),
      ),
    );
}
