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
  readonly AlarmDescription: string;
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
