import { randomUUID } from 'node:crypto';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { createErasuresTable, createTable, nameErasuresTable } from '../../cli/local/table.ts';
import type { Item, Table } from '../../shared/store/client.ts';
import { openTable } from '../../shared/store/client.ts';

const itemsOfBatch = 25;

/** A new table that holds copies of these items, as one that was restored to the moment of the copies. */
export const restore = async (items: readonly Item[]): Promise<Table> => {
  const table = openTable(`restored-${randomUUID()}`);
  await createTable(table);
  for (let from = 0; from < items.length; from += itemsOfBatch) {
    const requests = items.slice(from, from + itemsOfBatch).map((Item) => ({ PutRequest: { Item } }));
    await table.client.send(new BatchWriteCommand({ RequestItems: { [table.name]: requests } }));
  }
  return table;
};

/** An erasures table that lists nothing. */
export const createErasures = async (): Promise<Table> => {
  const erasures = openTable(nameErasuresTable(`empty-${randomUUID()}`));
  await createErasuresTable(erasures);
  return erasures;
};
