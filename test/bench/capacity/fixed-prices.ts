import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { parseOptions } from '../../../infra/options.ts';
import { ConsentRegisterStack } from '../../../infra/stack.ts';
import type { LogMetric } from '../../../infra/watching/log-metrics.ts';
import { logMetrics } from '../../../infra/watching/log-metrics.ts';
import { round, toTable } from '../report.ts';
import { prices } from './prices.ts';

const synthesise = (): Template => {
  const app = new App({ context: { 'aws:cdk:bundling-stacks': [] } });
  return Template.fromStack(new ConsentRegisterStack(app, parseOptions({})));
};

/** Metrics that an alarm looks at: one, or those of its expression. */
const countMetrics = ({ Metrics = [{ MetricStat: {} }] }: { readonly Metrics?: readonly object[] }): number =>
  Metrics.filter((metric) => 'MetricStat' in metric).length;

/** One for each name, or where it is by operation, for each of them. */
const countLogMetrics = (): number => {
  const metrics: readonly LogMetric[] = Object.values(logMetrics);
  return metrics.reduce((total, { byOperation, actors }) => total + (byOperation ? actors.length : 1), 0);
};

/** Dollars a month of what a stage has, used or not, counted in its template. */
export const fixedPriceTable = (): string => {
  const template = synthesise();
  const find = (type: string) => Object.values(template.findResources(type)).map(({ Properties }) => Properties);
  const alarmMetrics = find('AWS::CloudWatch::Alarm').reduce((total, alarm) => total + countMetrics(alarm), 0);
  const rows: readonly (readonly [string, number, number])[] = [
    ['customer managed keys', find('AWS::KMS::Key').length, prices.keyMonth],
    ['secrets', find('AWS::SecretsManager::Secret').length, prices.secretMonth],
    ['metrics that alarms look at', alarmMetrics, prices.alarmMetricMonth],
    ['metrics made of logs, at most', countLogMetrics(), prices.logMetricMonth],
    ['dashboards, three of an account free', find('AWS::CloudWatch::Dashboard').length, prices.dashboardMonth],
  ];
  const table = rows.map(([name, count, price]) => [name, count, price, round(count * price, 3)]);
  const total = rows.reduce((sum, [, count, price]) => sum + count * price, 0);
  return toTable(['fixed, a month', 'count', '$ each', '$'], [...table, ['in all, at most', '', '', round(total, 3)]]);
};
