import type { Extent } from '../../../infra/watching/extent.ts';
import { isWatched } from '../../../infra/watching/extent.ts';
import type { LogMetric } from '../../../infra/watching/log-metrics.ts';
import { logMetrics } from '../../../infra/watching/log-metrics.ts';
import { synthesise } from '../../../test/support/stack.ts';
import { round, toTable } from '../report.ts';
import { prices } from './prices.ts';

/** Metrics that an alarm looks at: one, or those of its expression. */
const countMetrics = ({ Metrics = [{ MetricStat: {} }] }: { readonly Metrics?: readonly object[] }): number =>
  Metrics.filter((metric) => 'MetricStat' in metric).length;

/** One for each name, or where it is by operation, for each of them. */
const countLogMetrics = (watching: Extent): number => {
  const metrics: readonly LogMetric[] = Object.values(logMetrics);
  const names = metrics
    .filter((metric) => isWatched(watching, metric))
    .flatMap(({ name, byOperation, actors }) => (byOperation ? actors.map((actor) => `${name} ${actor}`) : [name]));
  return new Set(names).size;
};

/** What a stage has, used or not, counted in its template. */
const count = async (watching: Extent): Promise<readonly number[]> => {
  const { template } = await synthesise({ watching });
  const find = (type: string) => Object.values(template.findResources(type)).map(({ Properties }) => Properties);
  const keys = find('AWS::KMS::Key');
  const rotating = keys.filter(({ EnableKeyRotation }) => EnableKeyRotation === true).length;
  return [
    keys.length,
    find('AWS::SecretsManager::Secret').length,
    find('AWS::CloudWatch::Alarm').reduce((total, alarm) => total + countMetrics(alarm), 0),
    countLogMetrics(watching),
    find('AWS::CloudWatch::Dashboard').length,
    rotating * prices.chargedKeyRotations,
  ];
};

const items: readonly (readonly [name: string, price: number])[] = [
  ['customer managed keys', prices.keyMonth],
  ['secrets', prices.secretMonth],
  ['metrics that alarms look at', prices.alarmMetricMonth],
  ['metrics made of logs, at most', prices.logMetricMonth],
  ['dashboards, three of an account free', prices.dashboardMonth],
  ['rotations of the encryption key, one in seven years', prices.keyMonth],
];

const add = (list: readonly number[]): number =>
  round(
    list.reduce((total, each) => total + each, 0),
    3,
  );

/** Of each item. */
const dollarsOf = (counts: readonly number[]): readonly number[] =>
  items.map(([, price], i) => (counts[i] ?? 0) * price);

const beforeRotations = (dollars: readonly number[]): number => add(dollars.slice(0, -1));

/** Dollars a month, at most, before the encryption key is rotated. */
export const stagePrice = async (watching: Extent): Promise<number> =>
  beforeRotations(dollarsOf(await count(watching)));

/** Dollars a month, by how much is watched: the items, then their sum before the encryption key is rotated and when it was rotated twice. */
export const fixedPriceTable = async (): Promise<string> => {
  const counts = [await count('essential'), await count('full')];
  const dollars = counts.map(dollarsOf);
  const rows = items.map(([name, price], i) => [
    name,
    price,
    ...counts.flatMap((numbers, which) => [numbers[i] ?? 0, round(dollars[which]?.[i] ?? 0, 3)]),
  ]);
  const totals = (total: (of: readonly number[]) => number) =>
    dollars.flatMap((of): (number | string)[] => ['', total(of)]);
  return toTable(
    ['fixed, a month', '$ each', 'essential', '$', 'full', '$'],
    [
      ...rows,
      ['at most, in the first seven years', '', ...totals(beforeRotations)],
      ['at most, from the fifteenth year on', '', ...totals(add)],
    ],
  );
};
