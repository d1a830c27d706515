import { consentIndexes } from '../../../shared/consents/indexes.ts';
import type { Table } from '../../../shared/store/client.ts';
import type { Units, WireItem } from '../../../test/support/capacity.ts';
import { addUnits, partsOfWrite, unitsOfRead } from '../../../test/support/capacity.ts';
import type { StoreCall, StoreProxy } from '../../../test/support/store-proxy.ts';
import { call } from '../capacity/calls.ts';
import { makeRegister } from '../capacity/register.ts';
import { round, toTable } from '../report.ts';

/** What calls take of each partition of the table and of its indexes. */
type Touches = ReadonlyMap<string, Units>;

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
interface Form {
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

/**
 * Limits of AWS, by request units or requests a second (DynamoDB developer guide, "Quotas" and "Partitions and data
 * distribution"; Lambda and API Gateway, "Quotas"). Quotas are the defaults of an account and can be raised; what one
 * partition gives cannot. An index that gives no more makes DynamoDB refuse the writes of the table.
 */
const partitionLimit = { read: 3_000, write: 1_000 } as const;

const quotas = {
  tableRead: 40_000,
  tableWrite: 40_000,
  /** Of all functions of an AWS account together. */
  concurrentInvocations: 1_000,
  apiRequests: 10_000,
} as const;

/** Partitions by what is in them, and what to do when one gives no more. */
const kinds = [
  {
    pattern: /^USER#/,
    name: 'the user',
    remedy: 'let several users of the account record',
  },
  {
    pattern: /^SESSIONS#/,
    name: 'the session',
    remedy: 'log in more than once, or let several users of the account record',
  },
  {
    pattern: /^ACCOUNT#[0-9a-f]+$/,
    name: 'the account, its project and its notice',
    remedy: 'DynamoDB gives each of the three a partition under load; beyond that, divide the traffic among accounts',
  },
  { pattern: /^index project /, name: "the project's list, in its index", remedy: 'divide the traffic among projects' },
  {
    pattern: /^index /,
    name: 'the list of a value that all have, of a known key, in its index',
    remedy: 'leave out what tells nobody apart',
  },
  {
    pattern: /#USERDATA#/,
    name: 'the list of a value that all have, of an own key, in lookups',
    remedy: 'put what tells nobody apart into the proof',
  },
] as const;

const rates = [100, 1_000, 10_000];

interface Shared {
  readonly name: string;
  readonly remedy: string;
  readonly units: Units;
  /** Consents a second at which the partition gives no more. */
  readonly limit: number;
}

/** Partitions that consents of different people have in common. */
const findShared = ({ touches: [one, other] }: Form): Shared[] =>
  [...one]
    .filter(([partition]) => other.has(partition))
    .map(([partition, units]) => {
      const kind = kinds.find(({ pattern }) => pattern.test(partition));
      if (kind === undefined) throw new Error(`A partition of an unknown kind is shared: ${partition}.`);
      const limit = Math.min(partitionLimit.read / units.read, partitionLimit.write / units.write);
      return { name: kind.name, remedy: kind.remedy, units, limit };
    });

const totalOf = ({ touches: [one] }: Form): Units => addUnits([...one.values()]);

/** Consents a second at which the first partition gives no more. */
export const firstLimit = (form: Form): number => Math.min(...findShared(form).map(({ limit }) => limit));

const rowOf = (form: Form, rate: number): (string | number)[] => {
  const total = totalOf(form);
  const limit = firstLimit(form);
  const reached = findShared(form).filter((each) => each.limit === limit);
  const isOverQuota = rate * total.write > quotas.tableWrite || rate * total.read > quotas.tableRead;
  return [
    form.name,
    rate,
    round(rate * total.read),
    round(rate * total.write),
    isOverQuota ? `raise the table's ${quotas.tableWrite.toLocaleString('en')} units a second` : 'enough',
    limit >= rate
      ? 'none'
      : `at ${round(limit, 2)}, ${reached.map(({ name, remedy }) => `${name}: ${remedy}`).join('; ')}`,
  ];
};

/** What consents take of the partitions that they share, and what is reached at which rate. */
export const scaleTables = (forms: readonly Form[]): string => {
  const shared = new Map(forms.flatMap(findShared).map((each) => [each.name, each]));
  const partitions = [...shared.values()].map(({ name, units, limit }) => [
    name,
    units.read,
    units.write,
    round(limit, 2),
  ]);
  return [
    toTable(['partition that consents share', 'read units', 'write units', 'consents/s'], partitions),
    '',
    toTable(
      ['consents with', 'consents/s', 'read units/s', 'write units/s', 'quota of a table', 'first limit'],
      forms.flatMap((form) => rates.map((rate) => rowOf(form, rate))),
    ),
  ].join('\n');
};
