import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectLockRetention } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { isDevelopment } from '../../shared/stage.ts';
import type { Options } from '../options.ts';

/** How Object Lock keeps what a stage locks: nobody can end that, not even the root user; in a development stage, a user with the right may. */
export const lockFor = (stage: string, days: number): ObjectLockRetention =>
  (isDevelopment(stage) ? ObjectLockRetention.governance : ObjectLockRetention.compliance)(Duration.days(days));

/**
 * The bucket for anchored checkpoints: Object Lock keeps each version for years. AWS chooses the name. The bucket holds no personal data, and stays when the stack
 * is deleted, with the policy that demands TLS: locked objects cannot be deleted, and CloudFormation deletes only empty buckets.
 */
export const createAnchors = (
  scope: Construct,
  { stage, anchorRetentionDays }: Pick<Options, 'stage' | 'anchorRetentionDays'>,
): Bucket => {
  const bucket = new Bucket(scope, 'Anchors', {
    objectLockEnabled: true,
    objectLockDefaultRetention: lockFor(stage, anchorRetentionDays),
    versioned: true,
    encryption: BucketEncryption.S3_MANAGED,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    enforceSSL: true,
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  });
  bucket.policy?.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
  Validations.of(bucket).acknowledge({
    id: 'AwsSolutions-S1',
    reason:
      'Its content is meant to be public, and nobody can change it; CloudTrail records the calls that change the bucket.',
  });
  return bucket;
};

/** Lets a role write checkpoints, and read the object under a checkpoint's name. It cannot set or end a lock. */
export const allowAnchoring = (bucket: Bucket): PolicyStatement =>
  new PolicyStatement({
    actions: ['s3:PutObject', 's3:GetObject'],
    resources: [bucket.arnForObjects('checkpoints/*')],
  });
