import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import type { LifecycleRule } from 'aws-cdk-lib/aws-s3';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectLockRetention } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { isDevelopment } from '../shared/stage.ts';

interface Locked {
  readonly stage: string;
  /** How long Object Lock keeps each version. */
  readonly days: number;
  readonly lifecycleRules?: LifecycleRule[];
  /** Why nobody needs a log of who reads it. */
  readonly unlogged: string;
}

/**
 * A bucket in which Object Lock keeps each version: nobody can end that, not even the root user; in a development stage, a user
 * with the right may. AWS chooses the name. It does not need the key of stored data, whose end it must outlive. It stays
 * when the stack is deleted, with the policy that demands TLS: locked objects cannot be deleted, and CloudFormation
 * deletes only empty buckets. What is added to its policy stays with that.
 */
export const createLockedBucket = (
  scope: Construct,
  name: string,
  { stage, days, lifecycleRules, unlogged }: Locked,
): Bucket => {
  const lock = isDevelopment(stage) ? ObjectLockRetention.governance : ObjectLockRetention.compliance;
  const bucket = new Bucket(scope, name, {
    objectLockEnabled: true,
    objectLockDefaultRetention: lock(Duration.days(days)),
    versioned: true,
    ...(lifecycleRules && { lifecycleRules }),
    encryption: BucketEncryption.S3_MANAGED,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    enforceSSL: true,
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  });
  bucket.policy?.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
  Validations.of(bucket).acknowledge({ id: 'AwsSolutions-S1', reason: unlogged });
  return bucket;
};
