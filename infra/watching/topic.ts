import { Validations } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Subscription, SubscriptionProtocol, Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import type { Options } from '../options.ts';

/**
 * The topic that CloudWatch sends this account's alarms to, and the mailbox if one is given. It is not encrypted with the key
 * of stored data: an alarm contains only names, and must arrive even when that key is disabled, which stops the whole register.
 */
const createTopic = (scope: Construct, email: string | undefined): Topic => {
  const topic = new Topic(scope, 'AlarmTopic', { displayName: 'Consent register', enforceSSL: true });
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': topic.stack.account } },
    }),
  );
  // CDK's own way names it by the address, which a template for everybody does not know.
  if (email !== undefined) {
    new Subscription(topic, 'Email', { topic, endpoint: email, protocol: SubscriptionProtocol.EMAIL });
  }
  Validations.of(topic).acknowledge({
    id: 'Serverless-SNSRedrivePolicy',
    reason: 'A mailbox that misses a message gets the next one; the alarm stays visible in CloudWatch.',
  });
  return topic;
};

/** Where alarms go: the topic of the options, whose own policy admits them, or the stack's. */
export const chooseTopic = (
  scope: Construct,
  { alarmTopicArn, alarmEmail }: Pick<Options, 'alarmTopicArn' | 'alarmEmail'>,
): ITopic =>
  alarmTopicArn === undefined
    ? createTopic(scope, alarmEmail)
    : Topic.fromTopicArn(scope, 'ExistingAlarmTopic', alarmTopicArn);
