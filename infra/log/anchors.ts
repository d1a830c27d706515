import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectLockRetention } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { isDevelopment } from '../../shared/runtime/stage.ts';
import type { Options } from '../options.ts';

/**
 * The bucket for anchored checkpoints, which hold no personal data. Object Lock keeps each version: nobody can end that, not
 * even the root user; in a development stage, a user with the right may. AWS chooses the name. It does not need the key of
 * stored data, whose end it must outlive. It stays when the stack is deleted, with the policy that demands TLS: locked
 * objects cannot be deleted, and CloudFormation deletes only empty buckets. What is added to its policy stays with that.
 */
export const createAnchors = (
  scope: Construct,
  { stage, anchorRetentionDays }: Pick<Options, 'stage' | 'anchorRetentionDays'>,
): Bucket => {
  const lock = isDevelopment(stage) ? ObjectLockRetention.governance : ObjectLockRetention.compliance;
  const bucket = new Bucket(scope, 'Anchors', {
    objectLockEnabled: true,
    objectLockDefaultRetention: lock(Duration.days(anchorRetentionDays)),
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
