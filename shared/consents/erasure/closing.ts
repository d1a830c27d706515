import type { Change } from '../../identity/operations.ts';
import { keyOf } from '../../store/keys.ts';
import type { Table } from '../../store/table.ts';
import type { Update } from '../../store/write.ts';
import { transact, write } from '../../store/write.ts';
import type { ErasureRequestState } from './stored-request.ts';

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
