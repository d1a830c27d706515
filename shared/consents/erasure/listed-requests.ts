import type { Table } from '../../store/client.ts';
import { keyOf } from '../../store/keys.ts';
import { queryItems } from '../../store/query.ts';
import type { StoredErasureRequest } from './stored-request.ts';
import { parseErasureRequest } from './stored-request.ts';

/** A page of the requests of an account, newest first, and the id after which the next one begins. */
export const readErasureRequests = async (
  table: Table,
  accountId: string,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<{ readonly requests: readonly StoredErasureRequest[]; readonly next: string | null }> => {
  const items = await queryItems(table, keyOf.erasureRequest(accountId, ''), {
    order: 'descending',
    limit: limit + 1,
    after: after === undefined ? undefined : keyOf.erasureRequest(accountId, after),
  });
  const requests = items.slice(0, limit).map(parseErasureRequest);
  return { requests, next: items.length > limit ? (requests.at(-1)?.id ?? null) : null };
};
