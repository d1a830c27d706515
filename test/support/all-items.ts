import { paginateScan } from '@aws-sdk/lib-dynamodb';
import type { Item, Table } from '../../shared/store/client.ts';

/** Every item of the table. */
export const readAllItems = async ({ name, client }: Table): Promise<Item[]> => {
  const pages = await Array.fromAsync(paginateScan({ client }, { TableName: name, ConsistentRead: true }));
  return pages.flatMap(({ Items = [] }) => Items);
};
