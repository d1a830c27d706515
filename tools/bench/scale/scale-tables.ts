import type { Units } from '../../../test/support/capacity.ts';
import { addUnits } from '../../../test/support/capacity.ts';
import { round, toTable } from '../report.ts';
import type { Form } from './forms.ts';

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
