import {
  createErasuresTable,
  createLogTable,
  createTable,
  nameErasuresTable,
  nameLogTable,
} from '../../cli/local/table.ts';
import { publishVerificationKey } from '../../shared/identity/keys/verification-keys.ts';
import type { Table } from '../../shared/store/client.ts';
import { openTable } from '../../shared/store/client.ts';
import { openPatiently } from './patient-table.ts';

/** Makes a table that knows the run's public key, with the two beside it. */
export const createTables = async (name: string): Promise<void> => {
  const table = openPatiently(name);
  await Promise.all([
    createTable(table),
    createErasuresTable(openPatiently(nameErasuresTable(name))),
    createLogTable(openPatiently(nameLogTable(name))),
  ]);
  await publishVerificationKey(table, JSON.parse(process.env.TEST_VERIFICATION_KEY ?? ''), new Date());
};

/** Makes such tables, the ones that functions loaded from now on use. */
export const createFreshTable = async (name: string): Promise<Table> => {
  process.env.TABLE_NAME = name;
  process.env.LOG_TABLE_NAME = nameLogTable(name);
  await createTables(name);
  return openTable(name);
};
