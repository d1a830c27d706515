import { newIdentifier } from '../../../shared/identifier.ts';
import { partitionFor } from '../../../shared/store/consent-list.ts';
import type { Units } from '../../support/capacity.ts';
import { addUnits } from '../../support/capacity.ts';
import { round, toTable } from '../report.ts';
import { isList, kinds, partitionLimit, quotas } from './limits.ts';
import type { Touches } from './touches.ts';

const rates = [1, 100, 1_000, 10_000];
const spreads = [1, 8, 32] as const;

/** The largest share of a list's entries that one of its partitions gets, of ten thousand. */
const largestShare = (listPartitions: (typeof spreads)[number]): number => {
  const account = { id: '', name: '', consentRegisterEnabled: true, createdAt: '', listPartitions };
  const counts = new Map<string, number>();
  const total = 10_000;
  for (let i = 0; i < total; i += 1) {
    const partition = partitionFor(account, 'list', newIdentifier(new Date()));
    counts.set(partition, (counts.get(partition) ?? 0) + 1);
  }
  return Math.max(...counts.values()) / total;
};

interface Shared {
  readonly partition: string;
  readonly name: string;
  readonly remedy: string;
  readonly units: Units;
}

/** Partitions that consents of different people have in common. */
const findShared = (one: Touches, other: Touches): Shared[] =>
  [...one]
    .filter(([partition]) => other.has(partition))
    .map(([partition, units]) => {
      const kind = kinds.find(({ pattern }) => pattern.test(partition));
      if (kind === undefined) throw new Error('A partition of an unknown kind is shared.');
      return { partition, units, name: kind.name, remedy: kind.remedy };
    });

/** Consents a second at which a partition gives no more. */
const limitOf = ({ partition, units }: Shared, share: number): number => {
  const part = isList(partition) ? share : 1;
  return Math.min(partitionLimit.read / (units.read * part), partitionLimit.write / (units.write * part));
};

/** What a consent takes of the partitions it shares with others, and what is reached at which rate. */
export const scaleTables = (one: Touches, other: Touches): string => {
  const shared = findShared(one, other);
  const total = addUnits([...one.values()]);
  const shares = spreads.map(largestShare);
  const partitions = shared.map((each) => [
    each.name,
    each.units.read,
    each.units.write,
    ...shares.map((share) => round(limitOf(each, share), 2)),
  ]);
  const steps = rates.map((rate) => {
    const reached = (share: number): string => {
      const [first] = shared
        .map((each) => ({ ...each, limit: limitOf(each, share) }))
        .filter(({ limit }) => limit < rate)
        .sort((a, b) => a.limit - b.limit);
      return first ? `${first.name}, at ${round(first.limit, 2)}: ${first.remedy}` : 'none';
    };
    const isOverQuota = rate * total.write > quotas.tableWrite || rate * total.read > quotas.tableRead;
    return [
      rate,
      round(rate * total.read),
      round(rate * total.write),
      isOverQuota ? `raise the table's ${quotas.tableWrite.toLocaleString('en')} units a second` : 'enough',
      ...[shares[0] ?? 1, shares.at(-1) ?? 1].map(reached),
    ];
  });
  return [
    `A consent takes ${total.read} read and ${total.write} write units. Of partitions that all consents of an account share:`,
    '',
    toTable(
      ['partition', 'read units', 'write units', ...spreads.map((spread) => `consents/s, lists in ${spread}`)],
      partitions,
    ),
    '',
    toTable(
      [
        'consents/s',
        'read units/s',
        'write units/s',
        'quota of a table',
        'first limit, lists in 1',
        `first limit, lists in ${spreads.at(-1)}`,
      ],
      steps,
    ),
  ].join('\n');
};
