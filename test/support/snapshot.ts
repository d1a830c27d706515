import type { Item } from '../../shared/store/client.ts';
import { readAllItems } from './all-items.ts';
import { table } from './table.ts';

/** All that the table of this test file holds. */
export const readAll = async (): Promise<Item[]> =>
  (await readAllItems(table)).sort((a, b) => (`${a.PK}|${a.SK}` < `${b.PK}|${b.SK}` ? -1 : 1));
