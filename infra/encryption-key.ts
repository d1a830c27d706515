import { Duration } from 'aws-cdk-lib';
import { AnyPrincipal, Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { Options } from './options.ts';
import { tableRemovalPolicy } from './removal.ts';

/** Days after which KMS makes a new version of the key. Each of the first two that it makes costs a dollar a month. */
const rotationDays = 2_555;

/** Denies everybody what ends the key, also administrators, who must first change this policy, which CloudTrail records. */
const denyEnding = (): PolicyStatement =>
  new PolicyStatement({
    sid: 'KeepTheKey',
    effect: Effect.DENY,
    principals: [new AnyPrincipal()],
    actions: ['kms:DisableKey', 'kms:ScheduleKeyDeletion'],
    resources: ['*'],
  });

/**
 * The customer managed key that encrypts everything stored: without it, the register is lost. Roles of this account use
 * it according to their policies. Where data is retained, nobody ends it in passing (docs/deploy.md, Destroy).
 */
export const createEncryptionKey = (scope: Construct, { retainData }: Pick<Options, 'retainData'>): Key => {
  const key = new Key(scope, 'Key', {
    description: 'Consent register: table and signing key',
    enableKeyRotation: true,
    rotationPeriod: Duration.days(rotationDays),
    removalPolicy: tableRemovalPolicy(retainData),
    pendingWindow: Duration.days(30),
  });
  if (retainData) key.addToResourcePolicy(denyEnding());
  return key;
};
