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

/** Makes a table with the two beside it. */
export const createThree = async (name: string, followed = { isFollowed: false }): Promise<readonly Table[]> => {
  const [table, erasures, log] = [
    openPatiently(name),
    openPatiently(nameErasuresTable(name)),
    openPatiently(nameLogTable(name)),
  ];
  await Promise.all([createTable(table, followed), createErasuresTable(erasures), createLogTable(log)]);
  return [table, erasures, log];
};

/** Makes such tables, which know the run's public key. */
export const createTables = async (name: string): Promise<void> => {
  await createThree(name);
  await publishVerificationKey(openPatiently(name), JSON.parse(process.env.TEST_VERIFICATION_KEY ?? ''), new Date());
};

/** Makes such tables, the ones that functions loaded from now on use. */
export const createFreshTable = async (name: string): Promise<Table> => {
  process.env.TABLE_NAME = name;
  process.env.LOG_TABLE_NAME = nameLogTable(name);
  await createTables(name);
  return openTable(name);
};
