import { Validations } from 'aws-cdk-lib';
import type { IRuleTarget } from 'aws-cdk-lib/aws-events';
import { EventBus, Rule } from 'aws-cdk-lib/aws-events';
import { EventBus as EventBusTarget } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { Options } from '../options.ts';
import { createFailureQueue } from './failure-queue.ts';

const source = ['consent-register'];

/** Lets one rule send to a queue or a topic, and no other sender. */
const allowRule = (action: 'sns:Publish' | 'sqs:SendMessage', resource: string, { ruleArn }: Rule): PolicyStatement =>
  new PolicyStatement({
    principals: [new ServicePrincipal('events.amazonaws.com')],
    actions: [action],
    resources: [resource],
    conditions: { ArnEquals: { 'aws:SourceArn': ruleArn } },
  });

/** Emails the first checkpoint of each day to the addresses, which must confirm the subscription. */
const createMail = (scope: Construct, bus: EventBus, undelivered: Queue, emails: readonly string[]): void => {
  const topic = new Topic(scope, 'CheckpointTopic', { displayName: 'Consent register: checkpoints', enforceSSL: true });
  for (const email of emails) topic.addSubscription(new EmailSubscription(email));
  const rule = new Rule(scope, 'DailyCheckpoints', {
    eventBus: bus,
    eventPattern: { source, detailType: ['checkpoint.daily'] },
  });
  const mail: IRuleTarget = {
    bind: () => ({ arn: topic.topicArn, deadLetterConfig: { arn: undelivered.queueArn } }),
  };
  rule.addTarget(mail);
  topic.addToResourcePolicy(allowRule('sns:Publish', topic.topicArn, rule));
  undelivered.addToResourcePolicy(allowRule('sqs:SendMessage', undelivered.queueArn, rule));
  Validations.of(topic).acknowledge({
    id: 'Serverless-SNSRedrivePolicy',
    reason: "A mailbox that misses a checkpoint gets the next day's, which covers everything in the missed one.",
  });
};

/** Sends every checkpoint to an event bus of another account, whose own policy allows it. */
const createForwarding = (scope: Construct, bus: EventBus, undelivered: Queue, other: string): void => {
  const rule = new Rule(scope, 'ForwardedCheckpoints', {
    eventBus: bus,
    eventPattern: { source, detailType: ['checkpoint.published'] },
  });
  rule.addTarget(
    new EventBusTarget(EventBus.fromEventBusArn(scope, 'OtherBus', other), { deadLetterQueue: undelivered }),
  );
};

/** Sends checkpoints to the addresses in the options. Returns the queue for failed deliveries; undefined without addresses. */
export const createAddresses = (
  scope: Construct,
  bus: EventBus,
  { checkpointEmails, checkpointBus }: Pick<Options, 'checkpointEmails' | 'checkpointBus'>,
): Queue | undefined => {
  if (checkpointEmails.length === 0 && checkpointBus === undefined) return undefined;
  const undelivered = createFailureQueue(scope, 'UndeliveredCheckpoints');
  if (checkpointEmails.length > 0) createMail(scope, bus, undelivered, checkpointEmails);
  if (checkpointBus !== undefined) createForwarding(scope, bus, undelivered, checkpointBus);
  return undelivered;
};
