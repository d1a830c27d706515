import { randomUUID } from 'node:crypto';
import { createErasuresTable, createTable, nameErasuresTable } from '../../cli/local/table.ts';
import type { Item, Table } from '../../shared/store/client.ts';
import { openTable } from '../../shared/store/client.ts';
import { writeItems } from './stock.ts';

/** A new table that holds copies of these items, as one that was restored to the moment of the copies. */
export const restore = async (items: readonly Item[]): Promise<Table> => {
  const table = openTable(`restored-${randomUUID()}`);
  await createTable(table);
  await writeItems(table, items);
  return table;
};

/** An erasures table that lists nothing. */
export const createErasures = async (): Promise<Table> => {
  const erasures = openTable(nameErasuresTable(`empty-${randomUUID()}`));
  await createErasuresTable(erasures);
  return erasures;
};
