import { Duration, Stack } from 'aws-cdk-lib';
import { CfnTrail } from 'aws-cdk-lib/aws-cloudtrail';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { createLockedBucket } from './locked-bucket.ts';
import type { Options } from './options.ts';
import type { RegisterOptions } from './register-name.ts';

/** What the trail records calls to, and whose calls it leaves out. */
interface Audited {
  /** Names of tables, which replicas have too. */
  readonly tables: readonly string[];
  /** Set if the log is on. */
  readonly anchors: Bucket | undefined;
  /** The service itself: its calls are the register's own work, and would cost as much as that. */
  readonly functions: readonly LambdaFunction[];
}

/**
 * Lets the trail write its records into the bucket, and no other trail (CloudTrail User Guide, "Amazon S3 bucket policy
 * for CloudTrail").
 */
const admitTrail = (bucket: Bucket, trailArn: string): void => {
  const principals = [new ServicePrincipal('cloudtrail.amazonaws.com')];
  const ofTrail = { 'aws:SourceArn': trailArn };
  bucket.addToResourcePolicy(
    new PolicyStatement({
      principals,
      actions: ['s3:GetBucketAcl'],
      resources: [bucket.bucketArn],
      conditions: { StringEquals: ofTrail },
    }),
  );
  bucket.addToResourcePolicy(
    new PolicyStatement({
      principals,
      actions: ['s3:PutObject'],
      resources: [bucket.arnForObjects(`AWSLogs/${Stack.of(bucket).account}/*`)],
      conditions: { StringEquals: { ...ofTrail, 's3:x-amz-acl': 'bucket-owner-full-control' } },
    }),
  );
};

/** Where the records lie, as long as the option says; then they are deleted. */
const createRecords = (
  scope: Construct,
  trailArn: string,
  { stage, auditTrailDays }: Pick<Options, 'stage' | 'auditTrailDays'>,
): Bucket => {
  const bucket = createLockedBucket(scope, 'AuditRecords', {
    stage,
    days: auditTrailDays,
    lifecycleRules: [
      { expiration: Duration.days(auditTrailDays), noncurrentVersionExpiration: Duration.days(1) },
      { expiredObjectDeleteMarker: true },
    ],
    unlogged:
      'Its records are locked, and CloudTrail signs digests of them; a log of who reads them would need a log of its own.',
  });
  admitTrail(bucket, trailArn);
  return bucket;
};

const field = (name: string, condition: Omit<CfnTrail.AdvancedFieldSelectorProperty, 'field'>) => ({
  field: name,
  ...condition,
});

/**
 * A trail of the calls that read or write items of the tables, and objects in the bucket of anchors, by anybody but the
 * functions. A call to an index names its table.
 */
export const createAuditTrail = (
  scope: Construct,
  { tables, anchors, functions }: Audited,
  options: Pick<RegisterOptions, 'name' | 'stage' | 'auditTrailDays' | 'replicaKeyArns'>,
): void => {
  const stack = Stack.of(scope);
  /** A trail of several regions takes its name in each. */
  const trailName = `${options.name}-${stack.region}`;
  const trailArn = stack.formatArn({ service: 'cloudtrail', resource: 'trail', resourceName: trailName });
  const replicaRegions = Object.keys(options.replicaKeyArns);
  const tableArns = [stack.region, ...replicaRegions].flatMap((region) =>
    tables.map((resourceName) => stack.formatArn({ service: 'dynamodb', region, resource: 'table', resourceName })),
  );
  const sessions = functions.flatMap(({ role }) =>
    role ? [`arn:${stack.partition}:sts::${stack.account}:assumed-role/${role.roleName}/`] : [],
  );
  const callsTo = (name: string, type: string, startsWith: string[]): CfnTrail.AdvancedEventSelectorProperty => ({
    name,
    fieldSelectors: [
      field('eventCategory', { equalTo: ['Data'] }),
      field('resources.type', { equalTo: [type] }),
      field('resources.ARN', { startsWith }),
      field('userIdentity.arn', { notStartsWith: sessions }),
    ],
  });
  const records = createRecords(scope, trailArn, options);
  const trail = new CfnTrail(scope, 'AuditTrail', {
    trailName,
    s3BucketName: records.bucketName,
    isLogging: true,
    isMultiRegionTrail: replicaRegions.length > 0,
    includeGlobalServiceEvents: replicaRegions.length > 0,
    enableLogFileValidation: true,
    advancedEventSelectors: [
      callsTo('Items of the tables', 'AWS::DynamoDB::Table', tableArns),
      ...(anchors ? [callsTo('Anchors', 'AWS::S3::Object', [anchors.arnForObjects('')])] : []),
    ],
  });
  trail.node.addDependency(records);
};
