import { Stack } from 'aws-cdk-lib';
import type { Rule } from 'aws-cdk-lib/aws-events';
import { RuleTargetInput } from 'aws-cdk-lib/aws-events';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { allowRule } from '../rule-access.ts';

/**
 * The role by which EventBridge publishes to a topic of another AWS account, or of one that is not known to be this one: it
 * refuses such a target without a role (EventBridge User Guide, "Sending events to an AWS service in another account").
 */
const createSender = (rule: Rule, topic: ITopic): Role => {
  const role = new Role(rule, 'Sender', { assumedBy: new ServicePrincipal('events.amazonaws.com') });
  role.addToPolicy(new PolicyStatement({ actions: ['sns:Publish'], resources: [topic.topicArn] }));
  return role;
};

/** Lets a rule tell the topic of alarms a text. A topic of the options admits it by its own policy. */
export const tellTopic = (rule: Rule, topic: ITopic, text: string): void => {
  const role = topic.env.account === Stack.of(rule).account ? undefined : createSender(rule, topic);
  rule.addTarget({
    bind: () => ({ arn: topic.topicArn, input: RuleTargetInput.fromText(text), ...(role && { role }) }),
  });
  topic.addToResourcePolicy(allowRule('sns:Publish', topic.topicArn, rule));
};
