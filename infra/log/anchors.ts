import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { createLockedBucket } from '../locked-bucket.ts';
import type { Options } from '../options.ts';

/** The bucket for anchored checkpoints, which hold no personal data. */
export const createAnchors = (
  scope: Construct,
  { stage, anchorRetentionDays }: Pick<Options, 'stage' | 'anchorRetentionDays'>,
): Bucket =>
  createLockedBucket(scope, 'Anchors', {
    stage,
    days: anchorRetentionDays,
    unlogged:
      'Its content is meant to be public, and nobody can change it; CloudTrail records the calls that change the bucket.',
  });

/** Lets a role write checkpoints, and read the object under a checkpoint's name. It cannot set or end a lock. */
export const allowAnchoring = (bucket: Bucket): PolicyStatement =>
  new PolicyStatement({
    actions: ['s3:PutObject', 's3:GetObject'],
    resources: [bucket.arnForObjects('checkpoints/*')],
  });
