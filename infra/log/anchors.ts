import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectLockRetention } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { isDevelopment } from '../../shared/stage.ts';
import type { Options } from '../options.ts';

/**
 * Where checkpoints are anchored: Object Lock keeps each version for years. In compliance mode nobody ends that, the root user neither; in a
 * stage for development somebody with the right to may. AWS makes up its name. It holds nothing personal, and stays when the stack goes: what is
 * locked cannot be deleted, and CloudFormation deletes no bucket with something in it.
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
  Validations.of(bucket).acknowledge({
    id: 'AwsSolutions-S1',
    reason:
      'What is in it is public by nature, and nobody can change it; CloudTrail has the calls that change the bucket.',
  });
  return bucket;
};

/** Lets a role write checkpoints, and read what is there under the name of one. It cannot set or end a lock. */
export const allowAnchoring = (bucket: Bucket): PolicyStatement =>
  new PolicyStatement({
    actions: ['s3:PutObject', 's3:GetObject'],
    resources: [bucket.arnForObjects('checkpoints/*')],
  });
