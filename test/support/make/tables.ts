import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import {
  createErasuresTable,
  createLogTable,
  createTable,
  nameErasuresTable,
  nameLogTable,
} from '../../../cli/local/create-table.ts';
import { publishVerificationKey } from '../../../shared/identity/keys/verification-keys.ts';
import type { Table } from '../../../shared/store/table.ts';
import { openTable } from '../../../shared/store/table.ts';

/** A way to the table for what arranges and checks: it waits as long as a busy machine needs. */
export const openWithRetries = (name: string): Table => {
  const client = new DynamoDBClient({ maxAttempts: 10 });
  return { name, client: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }) };
};

/** Makes a table with the two beside it. */
export const createThree = async (name: string, followed = { isFollowed: false }): Promise<readonly Table[]> => {
  const [table, erasures, log] = [
    openWithRetries(name),
    openWithRetries(nameErasuresTable(name)),
    openWithRetries(nameLogTable(name)),
  ];
  await Promise.all([createTable(table, followed), createErasuresTable(erasures), createLogTable(log)]);
  return [table, erasures, log];
};

/** Makes such tables, which know the run's public key. */
export const createTables = async (name: string): Promise<void> => {
  await createThree(name);
  await publishVerificationKey(openWithRetries(name), JSON.parse(process.env.TEST_VERIFICATION_KEY ?? ''), new Date());
};

/** Makes such tables, the ones that functions loaded from now on use. */
export const createFreshTable = async (name: string): Promise<Table> => {
  process.env.TABLE_NAME = name;
  process.env.LOG_TABLE_NAME = nameLogTable(name);
  await createTables(name);
  return openTable(name);
};
