import type { Units, WireItem } from '../../support/capacity.ts';
import { addUnits, unitsOfRead, unitsOfWrite } from '../../support/capacity.ts';
import type { StoreCall, StoreProxy } from '../../support/store-proxy.ts';

/** What calls take of each partition of the table and of its index. */
export type Touches = ReadonlyMap<string, Units>;

interface Reads {
  readonly Keys: readonly WireItem[];
  readonly ConsistentRead?: boolean;
}

const readsOf = ({ input }: StoreCall, output: Record<string, unknown>): [string, Units][] =>
  Object.entries(input.RequestItems as Record<string, Reads>).flatMap(([table, { Keys, ConsistentRead = false }]) => {
    const items = (output.Responses as Record<string, WireItem[]>)[table] ?? [];
    return Keys.map((key): [string, Units] => {
      const item = items.find(({ PK, SK }) => PK?.S === key.PK?.S && SK?.S === key.SK?.S);
      return [key.PK?.S ?? '', unitsOfRead(item, ConsistentRead)];
    });
  });

/** The part of a write that falls on the table, and the rest, which falls on the index. */
const writesOf = ({ input }: StoreCall): [string, Units][] =>
  (input.TransactItems as { Put: { Item: WireItem } }[]).flatMap(({ Put: { Item: item } }) => {
    const { GSI1PK, ...rest } = item;
    const all = unitsOfWrite(item, { inTransaction: true }).write;
    const inTable = unitsOfWrite({ ...rest, ...(GSI1PK && { partition: GSI1PK }) }, { inTransaction: true }).write;
    const touches: [string, Units][] = [[item.PK?.S ?? '', { read: 0, write: inTable }]];
    if (GSI1PK?.S !== undefined) touches.push([`index ${GSI1PK.S}`, { read: 0, write: all - inTable }]);
    return touches;
  });

/** Records what a consent that is added takes of each partition. */
export const recordTouches = async (proxy: StoreProxy, add: () => Promise<unknown>): Promise<Touches> => {
  const touches = new Map<string, Units>();
  const note = (found: readonly (readonly [string, Units])[]): void => {
    for (const [partition, units] of found) {
      touches.set(partition, addUnits([units, ...[touches.get(partition) ?? []].flat()]));
    }
  };
  proxy.intercept = async (call) => {
    const answer = await call.forward();
    note(call.name === 'BatchGetItem' ? readsOf(call, answer.output) : writesOf(call));
    return answer;
  };
  try {
    await add();
  } finally {
    proxy.intercept = undefined;
  }
  return touches;
};
