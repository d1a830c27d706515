import * as v from 'valibot';
import { lifetimes } from '../shared/lifetimes.ts';
import {
  accessLogDays,
  backupFrequencies,
  checkpointMinutes,
  logName,
  restorableDays,
  stageName,
} from '../shared/stage.ts';
import {
  addressRanges,
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

/** What docs/deploy.md says of an option. @param usual its default there, if the schema has none or says less */
const saying = <Schema extends v.GenericSchema>(schema: Schema, meaning: string, usual?: string) =>
  v.pipe(schema, v.metadata({ meaning, usual }));

const isHttp = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '');

/** The options of a stage by the sections of their table in docs/deploy.md, which `npm run generate` writes. */
export const optionSections = {
  'Name, region and domain': {
    stage: v.optional(saying(matching(stageName.pattern, stageName.rule), 'name of the stage'), 'dev'),
    region: v.optional(
      saying(
        supportedRegion,
        'required, except in development: there that of your AWS profile, or us-east-1. China, GovCloud and isolated regions are refused',
      ),
    ),
    account: v.optional(
      saying(
        v.pipe(
          v.string('must be the twelve digits of an AWS account, in quotes'),
          v.regex(/^\d{12}$/, 'must be the twelve digits of an AWS account'),
        ),
        'the AWS account that the stage is in. CDK deploys to no other, and commands work on no other. With it, `synth` finds a vault or a topic that must be in another account or in this one; without it perhaps only the deployment does',
      ),
    ),
    domainName: v.optional(
      saying(
        domainName,
        'your domain, such as `consents.shop.example`. It closes the default endpoint, and needs the next three',
      ),
    ),
    certificateArn: v.optional(
      saying(
        matching(/^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate\/.+$/, 'must be the ARN of a certificate in ACM'),
        'its certificate in ACM',
      ),
    ),
    hostedZoneId: v.optional(
      saying(
        matching(/^Z[A-Z0-9]+$/, 'must be the id of a hosted zone in Route 53, such as Z0123456789ABC'),
        'the hosted zone in Route 53 that gets the records',
      ),
    ),
    hostedZoneName: v.optional(saying(domainName, 'its name')),
  },
  'Callers and limits': {
    corsOrigins: v.optional(saying(origins, 'origins whose pages may call from a browser'), []),
    console: v.optional(saying(truth, 'serve [the console](console.md) at `/console`'), false),
    allowedAddresses: v.optional(
      saying(
        addressRanges,
        'ranges of addresses that may call operations, such as `203.0.113.0/24`. [Others](contract.md#problems) get 403. Callers with IPv6 use it, so name both kinds. Behind CloudFront the API sees only its addresses, which other customers of AWS share. The files of the console and the pages of problems go to everybody',
        'all',
      ),
    ),
    accessTokenSeconds: v.optional(
      saying(wholeNumber(60, lifetimes.accessTokenSecondsLongest), 'lifetime of an access token, at most a day'),
      lifetimes.accessTokenSeconds,
    ),
    refreshTokenSeconds: v.optional(
      saying(wholeNumber(3_600, lifetimes.refreshTokenSecondsLongest), 'lifetime of a refresh token'),
      lifetimes.refreshTokenSeconds,
    ),
    requestsPerSecond: v.optional(
      saying(
        wholeNumber(1, 10_000),
        'requests that the API accepts in a second; the others get 429. API Gateway limits all APIs of an AWS account in a region together to 10,000, in some newer regions 2,500',
      ),
      200,
    ),
    requestBurst: v.optional(
      saying(wholeNumber(1, 5_000), 'requests that it accepts at once, together 5,000 or 1,250'),
      400,
    ),
    loginsPerSecond: v.optional(
      saying(
        wholeNumber(1, 10_000),
        'logins of all callers in a second; with `loginConcurrency` ten for each container',
        '10',
      ),
    ),
    loginBurst: v.optional(saying(wholeNumber(1, 5_000), 'logins at once; likewise', '5')),
    loginConcurrency: v.optional(
      saying(
        wholeNumber(0, 1_000),
        'containers for `/login` alone, and the most it gets. Set it to 10 once [your limit is 1,000](#a-higher-limit-of-concurrent-executions): AWS keeps 100 unreserved. Until then the two options above bound [a flood](operations.md#logins-under-attack)',
      ),
      0,
    ),
    memoryMegabytes: v.optional(saying(wholeNumber(128, 10_240), 'memory of the functions'), 512),
    loginMemoryMegabytes: v.optional(
      saying(wholeNumber(128, 10_240), 'memory of `/login`. 1769 MB come with a whole CPU, for bcrypt'),
      1_769,
    ),
  },
  'Alarms, logs and keys': {
    alarmEmail: v.optional(
      saying(
        v.pipe(v.string(), v.email('must be an email address. Use that of a team, because it stands in the template')),
        "a team's address that gets the alarms. It stands in the template",
      ),
    ),
    alarmTopicArn: v.optional(
      saying(
        matching(/^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[\w-]+$/, 'must be the ARN of a topic in SNS'),
        'an SNS topic that gets the alarms instead, in the region of the stage. Its policy must allow `sns:Publish` to `cloudwatch.amazonaws.com`, `events.amazonaws.com` and, with `monthlyBudgetDollars`, `budgets.amazonaws.com`. A topic of another AWS account must allow that of the stage too, and gets no budget',
      ),
    ),
    alarms: v.optional(
      saying(
        v.picklist(['none'], 'must be none, or left out'),
        '`none` for a stage whose alarms nobody gets. Outside development, `synth` refuses a stage without this or an address',
      ),
    ),
    watching: v.optional(
      saying(
        v.picklist(['essential', 'full'], 'must be essential or full'),
        '`full` adds [eleven alarms](operations.md#alarms), metrics by operation and a [dashboard](operations.md#dashboard), for at most [15 dollars a month](prices.md) more',
      ),
      'essential',
    ),
    unknownPeoplePerHour: v.optional(
      saying(
        wholeNumber(0, 10_000_000),
        'an alarm when [checks](contract.md#before-a-mailing) find no consent of so many people within an hour, as when somebody tries out addresses: for 40 cents a month. 0 for none',
      ),
      0,
    ),
    monthlyBudgetDollars: v.optional(
      saying(
        wholeNumber(1, 1_000_000),
        'a monthly budget of **the whole AWS account**, with all that runs there beside this stage. Who gets the alarms hears when AWS expects the month to cost more, and when it has. Refused in regions without budgets, such as `eu-south-1`',
        'none',
      ),
    ),
    auditTrail: v.optional(
      saying(
        truth,
        'keep a CloudTrail [trail of who reads and writes](log.md#the-audit-trail) the tables and the anchors beside the service, for [1 dollar a million calls](prices.md). AWS allows five trails in each region of an AWS account, and nobody can raise that; with replicas it counts in every region',
      ),
      false,
    ),
    auditTrailDays: v.optional(
      saying(
        wholeNumber(1, 3_653),
        'how long its records are locked, then deleted. **Outside development nobody can shorten that**',
      ),
      365,
    ),
    accessLog: v.optional(
      saying(
        truth,
        'note [who looked](data-protection.md#who-looked) at which consents: one write for each answer of `search`, `list`, `due` and `evidence/get` that has any, for [62.5 cents a million](prices.md)',
      ),
      false,
    ),
    accessLogDays: v.optional(
      saying(
        wholeNumber(1, accessLogDays.most),
        'how long each entry is kept. Italy asks banks for 24 months, Finland health care for twelve years (4383)',
      ),
      accessLogDays.usual,
    ),
    logRetentionDays: v.optional(saying(retention, 'how long logs are kept'), 90),
    signingKeyRotationDays: v.optional(
      saying(wholeNumber(2, 1_000), 'how often a new signing key of tokens is made'),
      90,
    ),
    evidenceKeyGeneration: v.optional(
      saying(
        wholeNumber(1, 1_000),
        'number of the [evidence key](operations.md#a-new-evidence-key) that signs. Another number makes a new key',
      ),
      1,
    ),
    encryptionKeyRotationDays: v.optional(
      saying(
        wholeNumber(90, 2_560),
        'how often KMS rotates the key that encrypts the tables and the signing key, 90 to 2560',
      ),
      2_555,
    ),
    keyAdministratorRole: v.optional(
      saying(
        matching(
          /^arn:aws[a-z-]*:iam::\d{12}:role\/[\w+=,.@/-]+$/,
          'must be the ARN of a role in IAM, without wildcards',
        ),
        'the ARN of the only IAM role that may disable the encryption key or schedule its deletion, where `retainData` is `true`. Without it nobody may',
        'none',
      ),
    ),
  },
  'The log and events': {
    log: v.optional(saying(truth, 'keep [the log](log.md), which the other options here need'), true),
    logName: v.optional(
      saying(
        matching(logName.pattern, logName.rule),
        '[name of the log](log.md#the-name-of-a-log) in its checkpoints, which cannot change after the first one',
        'none',
      ),
    ),
    logWindowSeconds: v.optional(
      saying(wholeNumber(0, 300), 'how long Lambda gathers changes for the log, at most 300. Longer costs less'),
      60,
    ),
    checkpointMinutes: v.optional(
      saying(
        wholeNumber(checkpointMinutes.least, checkpointMinutes.most),
        'how often new entries are published and [anchored](log.md#anchors-and-time-stamps), 1 to 60',
      ),
      checkpointMinutes.usual,
    ),
    anchorRetentionDays: v.optional(
      saying(
        wholeNumber(1, 36_500),
        'required, except in development: days for which Object Lock keeps each anchor. **Outside development nobody can shorten that**: another number is for later anchors. Ten years are 3653',
        '1 in development',
      ),
    ),
    timestampAuthority: v.optional(
      saying(
        v.pipe(
          v.string(),
          v.check(isHttp, 'must be the URL of a time-stamp authority, such as http://tsa.example/rfc3161'),
        ),
        'URL of a [time-stamp authority](log.md#a-time-stamp-authority) that signs each checkpoint with its time',
        'none',
      ),
    ),
    checkpointEmails: v.optional(
      saying(
        list(v.pipe(v.string(), v.email('must be email addresses. They stand in the template'))),
        'addresses that get the first checkpoint of each day, once they confirm',
      ),
      [],
    ),
    checkpointBus: v.optional(
      saying(
        matching(
          /^arn:aws[a-z-]*:events:[a-z0-9-]+:\d{12}:event-bus\/[\w./-]+$/,
          'must be the ARN of an event bus in EventBridge',
        ),
        'ARN of an event bus in another AWS account that gets every checkpoint. Its policy must allow this AWS account `events:PutEvents`',
        'none',
      ),
    ),
    events: v.optional(
      saying(truth, 'send an [event](events.md) for each consent, revocation, erasure and published notice'),
      false,
    ),
  },
  Tables: {
    retainData: v.optional(
      saying(
        truth,
        'whether tables, keys and logs outlive the stack, protected from deletion',
        '`true`, but `false` in development',
      ),
    ),
    tableClass: v.optional(
      saying(
        v.picklist(['standard', 'infrequent-access'], 'must be standard or infrequent-access'),
        '`infrequent-access` stores for 60 % less; each read and write costs a quarter more ([from when it is cheaper](prices.md#the-table-class))',
      ),
      'standard',
    ),
    backupDays: v.optional(
      saying(
        wholeNumber(1, 36_500),
        `days for which [AWS Backup](restore.md#backups-by-aws-backup) keeps whole copies of the tables; DynamoDB by itself restores only the last ${restorableDays} days. Erased people stay in the copies as long`,
        'none',
      ),
    ),
    backupEvery: v.optional(
      saying(
        v.picklist(backupFrequencies, 'must be day, week or month'),
        'how often it makes one: each is a whole copy, [paid as such](prices.md)',
      ),
      'week',
    ),
    backupCopyVaultArn: v.optional(
      saying(
        matching(
          /^arn:aws[a-z-]*:backup:[a-z0-9-]+:\d{12}:backup-vault:[\w-]{2,50}$/,
          'must be the ARN of a vault in AWS Backup',
        ),
        'ARN of [a vault in another AWS account or region](restore.md#a-vault-in-another-aws-account) that gets a copy of each',
        'none',
      ),
    ),
    replicaKeyArns: v.optional(
      saying(replicas, 'for each region with a [replica](restore.md#another-region), the ARN of a KMS key there'),
      {},
    ),
    existingTable: v.optional(saying(tableName, 'a [restored](restore.md) table to use instead')),
    existingTableStreamArn: v.optional(
      saying(
        matching(
          /^arn:aws[a-z-]*:dynamodb:[a-z0-9-]+:\d{12}:table\/[\w.-]+\/stream\/[\w:.-]+$/,
          'must be the ARN of the stream of a DynamoDB table',
        ),
        'its stream, which feeds the log',
      ),
    ),
    existingTableKeyArn: v.optional(
      saying(
        matching(/^arn:aws[a-z-]*:kms:[a-z0-9-]+:\d{12}:key\/.+$/, 'must be the ARN of a KMS key'),
        "its KMS key, if it is not the stack's",
      ),
    ),
    existingErasuresTable: v.optional(
      saying(
        tableName,
        'the same for the erasures table: in [another region](restore.md#another-region) its replica, or a restored one',
      ),
    ),
    existingLogTable: v.optional(
      saying(
        tableName,
        'the same for the log table: one that [this stage fed before](log.md#each-stage-signs-a-log-of-its-own), or a restored copy of it',
      ),
    ),
  },
} as const;

/** The options of a stage. All except the region have a default. */
export const optionSchemas = {
  ...optionSections['Name, region and domain'],
  ...optionSections['Callers and limits'],
  ...optionSections['Alarms, logs and keys'],
  ...optionSections['The log and events'],
  ...optionSections.Tables,
};

export const GivenOptions = v.strictObject(optionSchemas, 'is not an option');
export type GivenOptions = v.InferOutput<typeof GivenOptions>;
