import { Duration, Validations } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

/** Keeps failures for an operator to look at: 14 days, the longest time that SQS allows. */
export const createFailureQueue = (scope: Construct, name: string): Queue => {
  const queue = new Queue(scope, name, {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  });
  const reason = 'It is itself the destination of failures; an alarm reports the first message.';
  Validations.of(queue).acknowledge({ id: 'AwsSolutions-SQS3', reason }, { id: 'Serverless-SQSRedrivePolicy', reason });
  return queue;
};
