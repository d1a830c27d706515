import { createHash } from 'node:crypto';
import { timeOf } from '../../../shared/runtime/identifier.ts';
import type { Interception, StoreAnswer, StoreCall } from './store-proxy.ts';

type WireItem = Readonly<Record<string, unknown>>;

/** Whether a list does not show a consent yet. @param list an index by its name, or `lookups` for all items of the table */
export type Hides = (list: string, id: string) => boolean;

/** Every list shows every consent after some time of its own, up to so many milliseconds. */
export const showWithin =
  (milliseconds: number): Hides =>
  (list, id) => {
    const [share = 0] = createHash('sha256').update(`${list} ${id}`).digest();
    return Date.now() - timeOf(id).getTime() < (share / 256) * milliseconds;
  };

const idOf = ({ SK }: WireItem): string => (SK as { readonly S: string }).S;

/** What a query is answered that found these entries of a list, of which DynamoDB gives no more than were asked for. */
const cut = (
  { input }: StoreCall,
  { status, output }: StoreAnswer,
  visible: readonly WireItem[],
  names: readonly string[],
): StoreAnswer => {
  const { LastEvaluatedKey, ...rest } = output;
  const Items = visible.slice(0, Number(input.Limit));
  const last = Items.at(-1);
  const isFull = last !== undefined && Items.length === Number(input.Limit);
  const lastKey = isFull ? Object.fromEntries(names.map((name) => [name, last[name]])) : LastEvaluatedKey;
  return {
    status,
    output: { ...rest, Items, Count: Items.length, ...(lastKey !== undefined && { LastEvaluatedKey: lastKey }) },
  };
};

/**
 * Makes indexes follow the table with a delay, which the local engine does not: a query of one, or of lookups as they were of
 * late, is answered as if the consents that are hidden were not written yet, each list by itself and in any order. What an
 * index shows is moreover as old as it can be: it never tells that a consent was revoked.
 *
 * @param hidden how many consents may be hidden at a time
 */
export const lagIndexes =
  (hides: Hides, hidden: () => number, next: Interception = ({ forward }) => forward()): Interception =>
  async (call) => {
    const { name, input } = call;
    const isOfEntries = name === 'Query' && input.ConsistentRead !== true && input.Limit !== undefined;
    if (!isOfEntries) return next(call);
    const list = String(input.IndexName ?? 'lookups');
    const { '#partition': partition = 'PK' } = (input.ExpressionAttributeNames ?? {}) as Record<string, string>;
    const forward: StoreCall['forward'] = async (changed = input) => {
      const asked = { ...call, input: changed };
      const answer = await call.forward({ ...changed, Limit: Number(changed.Limit) + hidden() });
      const visible = ((answer.output.Items ?? []) as WireItem[])
        .filter((item) => !hides(list, idOf(item)))
        .map(({ revokeTime: _revokeTime, ...item }) => item);
      return cut(asked, answer, visible, [...new Set(['PK', 'SK', partition])]);
    };
    return next({ ...call, forward });
  };
