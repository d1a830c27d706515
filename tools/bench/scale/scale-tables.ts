import type { Units } from '../../../test/support/capacity.ts';
import { addUnits } from '../../../test/support/capacity.ts';
import { round, toTable } from '../report.ts';
import { kinds, partitionLimit, quotas } from './limits.ts';
import type { Touches } from './touches.ts';

const rates = [100, 1_000, 10_000];

/** What two consents of one kind, of different people, take of each partition. */
export interface Form {
  readonly name: string;
  readonly touches: readonly [Touches, Touches];
}

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
