import { Duration } from 'aws-cdk-lib';
import type { IMetric, IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { GraphWidget, TextWidget } from 'aws-cdk-lib/aws-cloudwatch';

export const graph = (title: string, metrics: readonly IMetric[], unit: string): IWidget =>
  new GraphWidget({
    title,
    left: [...metrics],
    leftYAxis: { min: 0, label: unit, showUnits: false },
    width: 8,
    height: 6,
    period: Duration.minutes(5),
  });

export const heading = (text: string): IWidget => new TextWidget({ markdown: text, width: 24, height: 2 });
