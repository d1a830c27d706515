import { Duration } from 'aws-cdk-lib';
import { AnyPrincipal, Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { Options } from './options.ts';
import { tableRemovalPolicy } from './removal.ts';

/**
 * Denies everybody what ends the key, except the role of the option: also administrators, who must first deploy the
 * option or change this policy, which CloudTrail records.
 */
const denyEnding = ({ keyAdministratorRole }: Pick<Options, 'keyAdministratorRole'>): PolicyStatement =>
  new PolicyStatement({
    sid: 'KeepTheKey',
    effect: Effect.DENY,
    principals: [new AnyPrincipal()],
    actions: ['kms:DisableKey', 'kms:ScheduleKeyDeletion'],
    resources: ['*'],
    ...(keyAdministratorRole !== undefined && {
      conditions: { ArnNotEquals: { 'aws:PrincipalArn': keyAdministratorRole } },
    }),
  });

/**
 * The customer managed key that encrypts everything stored: without it, the register is lost. Roles of this account use
 * it according to their policies. Where data is retained, nobody ends it in passing (docs/deploy.md, Destroy).
 */
export const createEncryptionKey = (
  scope: Construct,
  options: Pick<Options, 'retainData' | 'encryptionKeyRotationDays' | 'keyAdministratorRole'>,
): Key => {
  const key = new Key(scope, 'Key', {
    description: 'Consent register: table and signing key',
    enableKeyRotation: true,
    rotationPeriod: Duration.days(options.encryptionKeyRotationDays),
    removalPolicy: tableRemovalPolicy(options.retainData),
    pendingWindow: Duration.days(30),
  });
  if (options.retainData) key.addToResourcePolicy(denyEnding(options));
  return key;
};
