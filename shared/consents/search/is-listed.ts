import type { ConsentList } from '../listing.ts';
import type { Table } from '../../store/client.ts';
import { readList } from './list-pages.ts';

/** Whether a list shows a consent. Indexes follow the table a moment later. */
export const isListed = async (table: Table, list: ConsentList, consentId: string): Promise<boolean> => {
  const range = { above: consentId.slice(0, -1), upTo: consentId };
  for await (const entries of readList(table, list, range, 'newest-first')) {
    if (entries.some(({ id }) => id === consentId)) return true;
  }
  return false;
};
