import { keyOf } from '../../store/keys.ts';
import { queryItems } from '../../store/read.ts';
import type { Item, Table } from '../../store/table.ts';
import { answerDueOn } from './request-deadline.ts';
import type { ErasureRequestState, StoredErasureRequest } from './stored-request.ts';
import { readErasureRequest } from './stored-request.ts';

/** Requests of an account, and the ids of those that are stored but cannot be read: one of them must not hide the others. */
interface FoundRequests {
  readonly requests: readonly StoredErasureRequest[];
  readonly damaged: readonly string[];
}

/** The key says the id, also where the rest is damaged. */
const idOf = (accountId: string, { SK }: Item): string =>
  String(SK).slice(keyOf.erasureRequest(accountId, '').SK.length);

const readAll = (accountId: string, items: readonly Item[]): FoundRequests => {
  const read = items.map((item) => ({ id: idOf(accountId, item), request: readErasureRequest(item) }));
  return {
    requests: read.flatMap(({ request }) => request ?? []),
    damaged: read.flatMap(({ id, request }) => (request === undefined ? [id] : [])),
  };
};

/** A page of the requests of an account, newest first, and the id after which the next one begins. */
export const listRequests = async (
  table: Table,
  accountId: string,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<FoundRequests & { readonly next: string | null }> => {
  const items = await queryItems(table, keyOf.erasureRequest(accountId, ''), {
    order: 'descending',
    limit: limit + 1,
    after: after === undefined ? undefined : keyOf.erasureRequest(accountId, after),
  });
  const page = items.slice(0, limit);
  const last = page.at(-1);
  return { ...readAll(accountId, page), next: items.length > limit && last ? idOf(accountId, last) : null };
};

/** States in which an operator still has something to do. */
const undone: ReadonlySet<ErasureRequestState> = new Set(['open', 'erasing']);

/** The requests of an account that are neither done nor refused nor withdrawn, the nearest deadline first. */
export const findUndoneRequests = async (table: Table, accountId: string): Promise<FoundRequests> => {
  const items = await queryItems(table, keyOf.erasureRequest(accountId, ''), {
    where: (item) => undone.has(readErasureRequest(item)?.state ?? 'open'),
  });
  const { requests, damaged } = readAll(accountId, items);
  const dueOn = ({ receivedOn, id }: StoredErasureRequest): string => `${answerDueOn(receivedOn)}${id}`;
  return { requests: [...requests].sort((one, other) => (dueOn(one) < dueOn(other) ? -1 : 1)), damaged };
};

/** The request with the id, as it is now. */
export const findRequest = async (
  table: Table,
  accountId: string,
  id: string,
): Promise<StoredErasureRequest | 'damaged' | undefined> => {
  const [item] = await queryItems(table, keyOf.erasureRequest(accountId, id));
  return item && (readErasureRequest(item) ?? 'damaged');
};
