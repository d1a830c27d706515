import { Duration, Stack, Validations } from 'aws-cdk-lib';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';

/** Accepts that what a rule cannot deliver waits in no queue. @param reason what makes up for it */
const acceptLoss = (rule: Rule, reason: string): void =>
  Validations.of(rule).acknowledge({ id: 'Serverless-EventBusDLQ', reason });

/**
 * Runs a job at an interval of minutes. One that cannot begin before the next is dropped.
 *
 * @param nextRun what makes up for a run that failed
 * @param retryAttempts how often a failed run is repeated; the first time after a minute
 */
export const runEvery = (
  scope: Construct,
  job: LambdaFunction,
  minutes: number,
  nextRun: string,
  retryAttempts: 0 | 1 = 0,
): void => {
  job.configureAsyncInvoke({ retryAttempts, maxEventAge: Duration.minutes(minutes) });
  const schedule = new Rule(scope, 'Schedule', {
    schedule: Schedule.rate(Duration.minutes(minutes)),
    targets: [new LambdaTarget(job, { retryAttempts: 0 })],
  });
  acceptLoss(schedule, nextRun);
};

/** Lets one rule send to a queue or a topic, and no other sender. */
export const allowRule = (
  action: 'sns:Publish' | 'sqs:SendMessage',
  resource: string,
  { ruleArn }: Rule,
): PolicyStatement =>
  new PolicyStatement({
    principals: [new ServicePrincipal('events.amazonaws.com')],
    actions: [action],
    resources: [resource],
    conditions: { ArnEquals: { 'aws:SourceArn': ruleArn } },
  });

/**
 * The role by which EventBridge publishes to a topic of another AWS account, or of one that is not known to be this one: it
 * refuses such a target without a role (EventBridge User Guide, "Sending events to an AWS service in another account").
 */
const createSender = (rule: Rule, topic: ITopic): Role => {
  const role = new Role(rule, 'Sender', { assumedBy: new ServicePrincipal('events.amazonaws.com') });
  role.addToPolicy(new PolicyStatement({ actions: ['sns:Publish'], resources: [topic.topicArn] }));
  return role;
};

/**
 * Lets a rule send a text to the topic of alarms. A topic of the options admits it by its own policy.
 *
 * @param elsewhere who reports it too, so that a lost message is no loss
 */
export const notifyTopic = (rule: Rule, topic: ITopic, text: string, elsewhere: string): void => {
  const role = topic.env.account === Stack.of(rule).account ? undefined : createSender(rule, topic);
  rule.addTarget({
    bind: () => ({ arn: topic.topicArn, input: RuleTargetInput.fromText(text), ...(role && { role }) }),
  });
  topic.addToResourcePolicy(allowRule('sns:Publish', topic.topicArn, rule));
  acceptLoss(rule, elsewhere);
};
