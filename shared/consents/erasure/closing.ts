import type { Change } from '../../identity/operations-log.ts';
import type { Table } from '../../store/client.ts';
import { keyOf } from '../../store/keys.ts';
import { queryItems } from '../../store/query.ts';
import type { Update } from '../../store/write.ts';
import { transact, write } from '../../store/write.ts';
import { answerDueOn } from './request-deadline.ts';
import type { ErasureRequestState, StoredErasureRequest } from './stored-request.ts';
import { parseErasureRequest } from './stored-request.ts';

/** States in which an operator still has something to do. */
const undone: ReadonlySet<ErasureRequestState> = new Set(['open', 'erasing']);

/** The requests of an account that are neither done nor refused nor withdrawn, the nearest deadline first. */
export const findUndoneRequests = async (table: Table, accountId: string): Promise<StoredErasureRequest[]> => {
  const items = await queryItems(table, keyOf.erasureRequest(accountId, ''), {
    where: (item) => undone.has(parseErasureRequest(item).state),
  });
  const dueOn = ({ receivedOn, id }: StoredErasureRequest): string => `${answerDueOn(receivedOn)}${id}`;
  return items.map(parseErasureRequest).sort((one, other) => (dueOn(one) < dueOn(other) ? -1 : 1));
};

/** The request with the id, as it is now. */
export const findErasureRequest = async (
  table: Table,
  accountId: string,
  id: string,
): Promise<StoredErasureRequest | undefined> => {
  const [item] = await queryItems(table, keyOf.erasureRequest(accountId, id));
  return item && parseErasureRequest(item);
};

/** From one of the states to another, with what that writes. */
const turn = (
  accountId: string,
  id: string,
  from: readonly ErasureRequestState[],
  { state, ...more }: { readonly state: ErasureRequestState } & Readonly<Record<string, string | number>>,
): Update => {
  const names = Object.keys(more);
  const states = Object.fromEntries(from.map((each, i) => [`:from${i}`, each]));
  return {
    update: keyOf.erasureRequest(accountId, id),
    expression: ['SET #state = :state', ...names.map((name) => `${name} = :${name}`)].join(', '),
    condition: `#state IN (${Object.keys(states).join(', ')})`,
    names: { '#state': 'state' },
    values: { ':state': state, ...states, ...Object.fromEntries(names.map((name) => [`:${name}`, more[name]])) },
  };
};

/**
 * Takes a request up before its consents are erased: from then on nobody withdraws it.
 *
 * @returns false if it was withdrawn, refused or done meanwhile
 */
export const beginErasureRequest = async (table: Table, accountId: string, id: string): Promise<boolean> => {
  const { done } = await write(table, turn(accountId, id, ['open', 'erasing'], { state: 'erasing' }));
  return done;
};

/** Ends a request whose consents are erased. @param erased how many */
export const finishErasureRequest = async (
  table: Table,
  accountId: string,
  id: string,
  { erased, now }: { readonly erased: number; readonly now: Date },
): Promise<void> => {
  await write(table, turn(accountId, id, ['erasing'], { state: 'done', endTime: now.toISOString(), erased }));
};

/** Refuses an open request, and says why to who made it. @returns false if it is not open */
export const refuseErasureRequest = async (
  table: Table,
  accountId: string,
  id: string,
  { refusal, change: { now, record } }: { readonly refusal: string; readonly change: Change },
): Promise<boolean> => {
  const update = turn(accountId, id, ['open'], { state: 'refused', endTime: now.toISOString(), refusal });
  return (await transact(table, [update, record({ accountId, request: id, refused: true })])) === undefined;
};
