import { Duration } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { tableRemovalPolicy } from './removal.ts';

/**
 * The customer managed key of everything that is stored: who destroys it destroys the register. Roles of this account use
 * it by their policies, and CloudWatch to send this account's alarms.
 */
export const createKey = (scope: Construct, retainData: boolean): Key => {
  const key = new Key(scope, 'Key', {
    description: 'Consent register: table, signing key and alarms',
    enableKeyRotation: true,
    removalPolicy: tableRemovalPolicy(retainData),
    pendingWindow: Duration.days(30),
  });
  key.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
      resources: ['*'],
      conditions: { StringEquals: { 'aws:SourceAccount': key.stack.account } },
    }),
  );
  return key;
};
