import { Duration } from 'aws-cdk-lib';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { removalPolicy } from './removal.ts';

/** The customer managed key of everything that is stored. Who destroys it destroys the register. */
export const createKey = (scope: Construct, retainData: boolean): Key => {
  const key = new Key(scope, 'Key', {
    description: 'Consent register: table, signing key and alarms',
    enableKeyRotation: true,
    removalPolicy: removalPolicy(retainData),
    pendingWindow: Duration.days(30),
  });
  key.grantEncryptDecrypt(new ServicePrincipal('cloudwatch.amazonaws.com'));
  return key;
};
