import type { Template } from 'aws-cdk-lib/assertions';
import type { Watching } from '../../../infra/watching/extent.ts';
import { isWatched } from '../../../infra/watching/extent.ts';
import type { LogMetric } from '../../../infra/watching/log-metrics.ts';
import { logMetrics } from '../../../infra/watching/log-metrics.ts';
import { synthesise } from '../../../test/support/stack.ts';
import { round, toTable } from '../report.ts';
import { computingPrice, runsAMonth, unitsPrice } from './log-bill.ts';
import { assumptions, logParts } from './prices.ts';
import type { Prices } from './region-prices.ts';

/** Each makes a month dearer by the price of a key; those that follow cost nothing. */
const chargedKeyRotations = 2;

/** Metrics that an alarm looks at: one, or those of its expression. */
const countMetrics = ({ Metrics = [{ MetricStat: {} }] }: { readonly Metrics?: readonly object[] }): number =>
  Metrics.filter((metric) => 'MetricStat' in metric).length;

/** One for each name, or where it is by operation, for each of them. */
const countLogMetrics = (watching: Watching['watching']): number => {
  const metrics: readonly LogMetric[] = Object.values(logMetrics);
  const names = metrics
    .filter((metric) => isWatched({ watching }, metric))
    .flatMap(({ name, byOperation, actors }) => (byOperation ? actors.map((actor) => `${name} ${actor}`) : [name]));
  return new Set(names).size;
};

const find = (template: Template, type: string) =>
  Object.values(template.findResources(type)).map(({ Properties }) => Properties);

/** How often a job runs in a month that a rule starts each so many minutes. */
const countRuns = (template: Template, job: string): number => {
  const rule = find(template, 'AWS::Events::Rule').find(({ Targets }) =>
    JSON.stringify(Targets).includes(`"${job}Function`),
  );
  const [, minutes] = /^rate\((\d+) minutes\)$/.exec(rule?.ScheduleExpression) ?? [];
  return minutes === undefined ? 0 : runsAMonth(Number(minutes) * 60);
};

/** What the jobs of a stage do in a month in which nobody calls it. */
interface Jobs {
  readonly checks: number;
  /** Runs that publish nothing. Each marks the table, and the feed gets the mark. */
  readonly publishings: number;
  readonly feedings: number;
  readonly keyRequests: number;
}

const countJobs = (template: Template): Jobs => {
  const [checks, publishings] = [countRuns(template, 'CheckKeys'), countRuns(template, 'PublishCheckpoint')];
  const feedings = publishings;
  const keys = find(template, 'AWS::KMS::Key').length;
  // A publishing run opens both tables and its own key; the feed opens the log, and Lambda the stream, which it polls all the time.
  const polls = publishings > 0 ? runsAMonth(assumptions.tableKeySeconds) * assumptions.shards : 0;
  return { checks, publishings, feedings, keyRequests: checks * keys + publishings * 3 + feedings + polls };
};

/** Dollars for what the jobs compute, read and write. */
const runsPrice = ({ checks, publishings, feedings }: Jobs, prices: Prices): number => {
  const runs = checks + publishings + feedings;
  const waiting = publishings * logParts.quietRun.calls * assumptions.callMilliseconds;
  const units = { read: publishings * logParts.quietRun.read, write: publishings * logParts.quietRun.write };
  return computingPrice(runs * assumptions.jobMilliseconds + waiting, runs, prices) + unitsPrice(units, prices);
};

/** What a stage has, used or not, counted in its template, and what one of it costs. */
const count = async (watching: Watching['watching'], prices: Prices) => {
  const { template } = await synthesise({ watching });
  const keys = find(template, 'AWS::KMS::Key');
  const rotating = keys.filter(({ EnableKeyRotation }) => EnableKeyRotation === true).length;
  const jobs = countJobs(template);
  const runs = jobs.checks + jobs.publishings + jobs.feedings;
  const million = 1_000_000;
  return [
    ['customer managed keys', prices.keyMonth, keys.length],
    ['secrets', prices.secretMonth, find(template, 'AWS::SecretsManager::Secret').length],
    [
      'metrics that alarms look at',
      prices.alarmMetricMonth,
      find(template, 'AWS::CloudWatch::Alarm').reduce((total, alarm) => total + countMetrics(alarm), 0),
    ],
    ['metrics made of logs, at most', prices.logMetricMonth, countLogMetrics(watching)],
    [
      'dashboards, three of an account free',
      prices.dashboardMonth,
      find(template, 'AWS::CloudWatch::Dashboard').length,
    ],
    ['runs of jobs', runsPrice(jobs, prices) / runs, runs],
    ['their traces', prices.millionTraces / million, runs],
    ['their requests to KMS, at most', prices.millionKeyRequests / million, jobs.keyRequests],
    ['rotations of the encryption key, one in seven years', prices.keyMonth, rotating * chargedKeyRotations],
  ] as const;
};

type Counted = Awaited<ReturnType<typeof count>>;

const add = (items: readonly Counted[number][]): number =>
  items.reduce((total, [, price, number]) => total + price * number, 0);

const beforeRotations = (items: Counted): number => add(items.slice(0, -1));

/** Dollars a month, at most, before the encryption key is rotated. */
export const stagePrice = async (watching: Watching['watching'], prices: Prices): Promise<number> =>
  beforeRotations(await count(watching, prices));

/** Dollars a month, by how much is watched: the items, then their sum before the encryption key is rotated and when it was rotated twice. */
export const fixedPriceTable = async (prices: Prices): Promise<string> => {
  const [essential, full] = [await count('essential', prices), await count('full', prices)];
  const rows = essential.map(([name, price, number], i) => {
    const most = full[i]?.[2] ?? 0;
    return [name, round(price, 2), number, round(price * number), most, round(price * most)];
  });
  return toTable(
    ['fixed, a month', '$ each', 'essential', '$', 'full', '$'],
    [
      ...rows,
      [
        'at most, in the first seven years',
        '',
        '',
        round(beforeRotations(essential)),
        '',
        round(beforeRotations(full)),
      ],
      ['at most, from the fifteenth year on', '', '', round(add(essential)), '', round(add(full))],
    ],
  );
};
