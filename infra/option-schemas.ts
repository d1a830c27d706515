import * as v from 'valibot';
import { lifetimes } from '../shared/lifetimes.ts';
import { checkpointMinutes, logName, stageName } from '../shared/stage.ts';
import {
  domainName,
  list,
  matching,
  origins,
  replicas,
  retention,
  tableName,
  truth,
  wholeNumber,
} from './option-values.ts';
import { supportedRegion } from './regions.ts';

const isHttp = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '');

/** The options of a stage. All except the region have a default; docs/deploy.md explains each. */
export const optionSchemas = {
  stage: v.optional(matching(stageName.pattern, stageName.rule), 'dev'),
  region: v.optional(supportedRegion),
  domainName: v.optional(domainName),
  certificateArn: v.optional(
    matching(/^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate\/.+$/, 'must be the ARN of a certificate in ACM'),
  ),
  hostedZoneId: v.optional(
    matching(/^Z[A-Z0-9]+$/, 'must be the id of a hosted zone in Route 53, such as Z0123456789ABC'),
  ),
  hostedZoneName: v.optional(domainName),
  alarmEmail: v.optional(
    v.pipe(v.string(), v.email('must be an email address. Use that of a team, because it stands in the template')),
  ),
  alarmTopicArn: v.optional(
    matching(/^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[\w-]+$/, 'must be the ARN of a topic in SNS'),
  ),
  alarms: v.optional(v.picklist(['none'], 'must be none, or left out')),
  corsOrigins: v.optional(origins, []),
  console: v.optional(truth, false),
  accessTokenSeconds: v.optional(wholeNumber(60, lifetimes.accessTokenSecondsLongest), lifetimes.accessTokenSeconds),
  refreshTokenSeconds: v.optional(
    wholeNumber(3_600, lifetimes.refreshTokenSecondsLongest),
    lifetimes.refreshTokenSeconds,
  ),
  requestsPerSecond: v.optional(wholeNumber(1, 10_000), 200),
  requestBurst: v.optional(wholeNumber(1, 5_000), 400),
  loginsPerSecond: v.optional(wholeNumber(1, 10_000)),
  loginBurst: v.optional(wholeNumber(1, 5_000)),
  loginConcurrency: v.optional(wholeNumber(0, 1_000), 0),
  logRetentionDays: v.optional(retention, 90),
  memoryMegabytes: v.optional(wholeNumber(128, 10_240), 512),
  loginMemoryMegabytes: v.optional(wholeNumber(128, 10_240), 1_769),
  signingKeyRotationDays: v.optional(wholeNumber(2, 1_000), 90),
  evidenceKeyGeneration: v.optional(wholeNumber(1, 1_000), 1),
  keyAdministratorRole: v.optional(
    matching(/^arn:aws[a-z-]*:iam::\d{12}:role\/.+$/, 'must be the ARN of a role in IAM'),
  ),
  encryptionKeyRotationDays: v.optional(wholeNumber(90, 2_560), 2_555),
  log: v.optional(truth, true),
  logName: v.optional(matching(logName.pattern, logName.rule)),
  logWindowSeconds: v.optional(wholeNumber(0, 300), 60),
  checkpointMinutes: v.optional(wholeNumber(checkpointMinutes.least, checkpointMinutes.most), checkpointMinutes.usual),
  anchorRetentionDays: v.optional(wholeNumber(1, 36_500), 3_653),
  timestampAuthority: v.optional(
    v.pipe(
      v.string(),
      v.check(isHttp, 'must be the URL of a time-stamp authority, such as http://tsa.example/rfc3161'),
    ),
  ),
  checkpointEmails: v.optional(
    list(v.pipe(v.string(), v.email('must be email addresses. They stand in the template'))),
    [],
  ),
  checkpointBus: v.optional(
    matching(
      /^arn:aws[a-z-]*:events:[a-z0-9-]+:\d{12}:event-bus\/[\w./-]+$/,
      'must be the ARN of an event bus in EventBridge',
    ),
  ),
  events: v.optional(truth, false),
  existingTable: v.optional(tableName),
  existingTableStreamArn: v.optional(
    matching(
      /^arn:aws[a-z-]*:dynamodb:[a-z0-9-]+:\d{12}:table\/[\w.-]+\/stream\/[\w:.-]+$/,
      'must be the ARN of the stream of a DynamoDB table',
    ),
  ),
  existingLogTable: v.optional(tableName),
  existingErasuresTable: v.optional(tableName),
  existingTableKeyArn: v.optional(
    matching(/^arn:aws[a-z-]*:kms:[a-z0-9-]+:\d{12}:key\/.+$/, 'must be the ARN of a KMS key'),
  ),
  tableClass: v.optional(
    v.picklist(['standard', 'infrequent-access'], 'must be standard or infrequent-access'),
    'standard',
  ),
  replicaKeyArns: v.optional(replicas, {}),
  watching: v.optional(v.picklist(['essential', 'full'], 'must be essential or full'), 'essential'),
  retainData: v.optional(truth),
};

export const GivenOptions = v.strictObject(optionSchemas, 'is not an option');
export type GivenOptions = v.InferOutput<typeof GivenOptions>;
