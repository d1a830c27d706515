import type { Rule } from 'aws-cdk-lib/aws-events';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';

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
