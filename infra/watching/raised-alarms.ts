import { Duration } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { toStackName } from '../../shared/stage.ts';
import { alarms } from './alarms.ts';
import { isWatched } from './extent.ts';
import type { Watched } from './metrics.ts';

/** Sends alarms to the topic when they are raised, and when they are over. */
export const createAlarms = (scope: Construct, watched: Watched, topic: ITopic): Alarm[] => {
  const parts = new Construct(scope, 'Alarms');
  const action = new SnsAction(topic);
  const { watching, log } = watched.options;
  const raised = Object.entries(alarms).filter(([, alarm]) => isWatched(watching, alarm) && (log || !alarm.ofLog));
  return raised.map(([name, { metric: toMetric, threshold, periods, meaning }]) => {
    const metric = toMetric(watched).with({ period: Duration.minutes(5) });
    const alarm = new Alarm(parts, name, {
      alarmName: `${toStackName(watched.options.stage)}-${name}`,
      alarmDescription: `${meaning} docs/operations.md says what to do.`,
      metric,
      threshold,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      datapointsToAlarm: periods[0],
      evaluationPeriods: periods[1],
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(action);
    alarm.addOkAction(action);
    return alarm;
  });
};
