import { Duration } from 'aws-cdk-lib';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { Options } from './options.ts';
import { tableRemovalPolicy } from './removal.ts';

/**
 * The customer managed key that encrypts everything stored: without it, the register is lost. Roles of this account use
 * it according to their policies.
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
