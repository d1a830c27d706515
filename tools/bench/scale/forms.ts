import { consentIndexes } from '../../../shared/consents/indexes.ts';
import type { Table } from '../../../shared/store/client.ts';
import type { Units, WireItem } from '../../../test/support/capacity.ts';
import { addUnits, partsOfWrite, unitsOfRead } from '../../../test/support/capacity.ts';
import type { StoreCall, StoreProxy } from '../../../test/support/store-proxy.ts';
import { call } from '../capacity/calls.ts';
import { makeRegister } from '../capacity/register.ts';

/** What calls take of each partition of the table and of its indexes. */
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

const partitionOf = (item: WireItem, name: string): string => {
  const index = consentIndexes.find((each) => each.name === name);
  return `index ${name} ${JSON.stringify(index && item[index.partitionKey])}`;
};

/** The part of a new item that falls on the table, and those that fall on its indexes. */
const writesOf = ({ name, input }: StoreCall): [string, Units][] => {
  const inTransaction = name === 'TransactWriteItems';
  const puts = inTransaction ? (input.TransactItems as { Put: object }[]).map(({ Put }) => Put) : [input];
  return (puts as { Item: WireItem }[]).flatMap(({ Item: item }) => {
    const { table, indexes } = partsOfWrite(item, { inTransaction });
    return [
      [item.PK?.S ?? '', { read: 0, write: table }] as [string, Units],
      ...indexes.map(({ name: index, units }): [string, Units] => [
        partitionOf(item, index),
        { read: 0, write: units },
      ]),
    ];
  });
};

/** Records what a consent that is added takes of each partition. */
const recordTouches = async (proxy: StoreProxy, add: () => Promise<unknown>): Promise<Touches> => {
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

/** What two consents of one kind, of different people, take of each partition. */
export interface Form {
  readonly name: string;
  readonly touches: readonly [Touches, Touches];
}

const personOf = (i: number) => ({ email: `ada-${i}@example.com`, first_name: `Ada ${i}` });

/** userData of a person by what all people share. */
const userDataOf = {
  '3 known keys, no value shared by all': (i: number) => ({ ...personOf(i), last_name: `Rossi ${i}` }),
  '3 known keys, one value shared by all': (i: number) => ({ ...personOf(i), last_name: 'Rossi' }),
  'an own key that all share': (i: number) => ({ ...personOf(i), newsletter: 'yes' }),
} as const;

/** Records consents of one account, user, project and notice, and what they take of partitions. */
export const recordForms = async (table: Table, proxy: StoreProxy): Promise<Form[]> => {
  const { projectUid, notices, tokens } = await makeRegister(table, 1);
  const forms: Form[] = [];
  for (const [name, makeUserData] of Object.entries(userDataOf)) {
    const touch = (i: number) => {
      const proof = { url: 'https://shop.example/checkout' };
      const parameters = { projectUid, consentInformationPid: notices[0]?.pid, proof, userData: makeUserData(i) };
      return recordTouches(proxy, () => call('addConsent', parameters, { token: tokens.accessToken }));
    };
    forms.push({ name, touches: [await touch(1), await touch(2)] });
  }
  return forms;
};
