import { Duration } from 'aws-cdk-lib';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { Options } from './options.ts';
import { tableRemovalPolicy } from './removal.ts';

/**
 * The customer managed key of everything that is stored: who destroys it destroys the register. Roles of this account use
 * it by their policies.
 */
export const createKey = (
  scope: Construct,
  { retainData, encryptionKeyRotationDays }: Pick<Options, 'retainData' | 'encryptionKeyRotationDays'>,
): Key =>
  new Key(scope, 'Key', {
    description: 'Consent register: table and signing key',
    enableKeyRotation: true,
    rotationPeriod: Duration.days(encryptionKeyRotationDays),
    removalPolicy: tableRemovalPolicy(retainData),
    pendingWindow: Duration.days(30),
  });
