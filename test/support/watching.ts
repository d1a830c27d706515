import type { Template } from 'aws-cdk-lib/assertions';

/** A metric in words: `<id or label>: <statistic> <namespace> <name> <values of its dimensions>`, references by their name. */
export type Series = string;

/** To a resource, or to an attribute of one. */
interface Reference {
  readonly Ref?: string;
  readonly 'Fn::GetAtt'?: readonly [id: string, attribute: string];
}

interface Metric {
  readonly Namespace: string;
  readonly MetricName: string;
  readonly Dimensions?: readonly { readonly Value: string | Reference }[];
}

interface MetricStat {
  readonly Metric: Metric;
  readonly Period: number;
  readonly Stat: string;
}

/** An alarm as CloudFormation has it, whose metrics CDK always writes as a list where one has a label. */
export interface RaisedAlarm {
  readonly AlarmName: string;
  readonly Threshold: number;
  readonly DatapointsToAlarm: number;
  readonly EvaluationPeriods: number;
  readonly ComparisonOperator: string;
  readonly TreatMissingData: string;
  readonly Metrics?: readonly {
    readonly Id: string;
    readonly Expression?: string;
    readonly MetricStat?: MetricStat;
  }[];
}

/** A metric that an alarm looks at, alone or in its expression. */
export interface WatchedMetric extends MetricStat {
  readonly id: string;
}

export const alarmsOf = (template: Template): RaisedAlarm[] =>
  Object.values(template.findResources('AWS::CloudWatch::Alarm')).map(({ Properties }) => Properties);

/** Names of the metrics that are made of logs, without dimensions. */
export const madeOfLogs = (template: Template): Set<string> =>
  new Set(
    Object.values(template.findResources('AWS::Logs::MetricFilter')).flatMap(({ Properties }): string[] =>
      Properties.MetricTransformations.map(({ MetricName }: { readonly MetricName: string }) => MetricName),
    ),
  );

export const metricsOf = ({ AlarmName, Metrics }: RaisedAlarm): WatchedMetric[] => {
  if (Metrics === undefined) throw new Error(`${AlarmName} does not list its metrics.`);
  return Metrics.flatMap(({ Id, MetricStat }) => (MetricStat === undefined ? [] : [{ id: Id, ...MetricStat }]));
};

export const toSeries = ({ id, Stat, Metric: { Namespace, MetricName, Dimensions = [] } }: WatchedMetric): Series => {
  const values = Dimensions.map(({ Value }) =>
    typeof Value === 'string' ? Value : (Value.Ref ?? Value['Fn::GetAtt']?.[0]),
  );
  return [`${id}: ${Stat}`, Namespace, MetricName, ...values].join(' ');
};

/** A graph of the dashboard. */
interface Graph {
  readonly title: string;
  /** Seconds. */
  readonly period: number;
  /** What is drawn, by its label. */
  readonly lines: readonly Series[];
  /** What expressions refer to, by its id. */
  readonly hidden: readonly Series[];
}

interface Line {
  readonly label?: string;
  readonly id?: string;
  readonly stat?: string;
  readonly expression?: string;
  readonly visible?: boolean;
}

/** A line of the dashboard's source: namespace, name, then pairs of dimension and value, then how it is drawn. */
const toLine = (source: readonly (string | Line)[]): { readonly isHidden: boolean; readonly series: Series } => {
  const drawn = source.at(-1);
  const [namespace, name, ...dimensions] = source.slice(0, -1);
  if (typeof drawn !== 'object') throw new Error('A line does not say how it is drawn.');
  const isHidden = drawn.visible === false;
  const values = dimensions.filter((_, i) => i % 2 === 1);
  const words = drawn.expression === undefined ? [drawn.stat, namespace, name, ...values] : [drawn.expression];
  return { isHidden, series: `${isHidden ? drawn.id : (drawn.label ?? name)}: ${words.join(' ')}` };
};

/** What the one dashboard shows: the resources of its alarms, and its graphs. */
export const readWidgets = (template: Template): { readonly alarms: string[]; readonly graphs: Graph[] } => {
  const [dashboard, ...others] = Object.values(template.findResources('AWS::CloudWatch::Dashboard'));
  if (dashboard === undefined || others.length > 0) throw new Error('There is not one dashboard.');
  const [, parts] = dashboard.Properties.DashboardBody['Fn::Join'];
  const text = parts.map((part: string | Reference) =>
    typeof part === 'string' ? part : (part['Fn::GetAtt']?.[0] ?? part.Ref),
  );
  const widgets: {
    type: string;
    properties: { alarms: string[]; title: string; period: number; metrics: Line[][] };
  }[] = JSON.parse(text.join('')).widgets;
  const propertiesOf = (type: string) =>
    widgets.filter((widget) => widget.type === type).map((widget) => widget.properties);
  return {
    alarms: propertiesOf('alarm').flatMap(({ alarms }) => alarms),
    graphs: propertiesOf('metric').map(({ title, period, metrics }) => {
      const lines = metrics.map(toLine);
      const seriesOf = (hidden: boolean) =>
        lines.filter(({ isHidden }) => isHidden === hidden).map(({ series }) => series);
      return { title, period, lines: seriesOf(false), hidden: seriesOf(true) };
    }),
  };
};
