import { closestMatch } from 'leven';
import * as v from 'valibot';
import { lifetimes } from '../shared/api/limits.ts';
import { checkpointMinutes, isDevelopment, restorableDays, stageName } from '../shared/runtime/stage.ts';
import * as value from './option-values.ts';
import { accountIn, gatewayQuota } from './option-values.ts';

const { wholeNumber } = value;

/** Megabytes of memory with which Lambda gives a whole CPU. */
export const wholeCpuMegabytes = 1_769;

/** An option. @param meaning what docs/deploy.md says of it @param usual its default there, if it has none here or says less */
const option = <Schema extends v.GenericSchema>(schema: Schema, meaning: string, usual?: string) =>
  v.optional(v.pipe(schema, v.metadata({ meaning, usual })));

/** An option with a default. */
const preset = <Schema extends v.GenericSchema, const Preset extends v.InferInput<Schema>>(
  usual: Preset,
  schema: Schema,
  meaning: string,
) => v.optional(v.pipe(schema, v.metadata({ meaning, usual: undefined })), usual);

/** The options of a stage, in the order of docs/deploy.md. */
export const optionSchemas = {
  stage: preset('dev', value.matching(stageName.pattern, stageName.rule), 'name of the stage'),
  region: option(value.region, 'required. China, GovCloud and isolated regions are refused'),
  account: option(value.account, 'the AWS account of the stage. CDK and commands work on no other'),
  domainName: option(
    value.domainName,
    'your domain, such as `consents.shop.example`. It closes the default endpoint and needs the next three options',
  ),
  certificateArn: option(value.certificateArn, 'its certificate in ACM'),
  hostedZoneId: option(value.hostedZoneId, 'the hosted zone in Route 53 that gets the records'),
  hostedZoneName: option(value.domainName, 'its name'),
  corsOrigins: preset([], value.origins, 'origins whose pages may call from a browser'),
  console: preset(
    false,
    value.truth,
    'serve [the console](officers.md#the-console) at `/console`, and the page that verifies evidence at `/console/verify`',
  ),
  allowedAddresses: option(
    value.addressRanges,
    'address ranges that may call operations, such as `203.0.113.0/24`; others get 403. Name IPv6 ranges too. Behind CloudFront the API sees only its shared addresses. The files of the console, the key file and the pages of problems stay open to everybody',
    'all',
  ),
  personLinks: preset(
    false,
    value.truth,
    'serve the pages behind [links for people](integrate.md#links-for-people), whatever `allowedAddresses` says. Outside development it needs `domainName`, which links name for two years',
  ),
  mailFrom: option(
    value.mailAddress,
    'the [verified address](#mail) that requests to confirm are mailed from, such as `consents@shop.example`. Outside development it needs `domainName`, to which the links in the mails lead. `allowedAddresses` does not apply to their page',
    'none: no mail is sent',
  ),
  accessTokenSeconds: preset(
    lifetimes.accessTokenSeconds,
    wholeNumber(60, lifetimes.accessTokenSecondsLongest),
    'lifetime of an access token, at most a day',
  ),
  refreshTokenSeconds: preset(
    lifetimes.refreshTokenSeconds,
    wholeNumber(3_600, lifetimes.refreshTokenSecondsLongest),
    'lifetime of a refresh token',
  ),
  requestsPerSecond: preset(
    200,
    wholeNumber(1, 10_000),
    'requests that the API accepts in a second, and twice as many at once; the others get 429. API Gateway allows all APIs of an AWS account in a region 10,000 in a second together, in some regions 2,500',
  ),
  loginsPerSecond: option(
    wholeNumber(1, 10_000),
    'logins of all callers in a second, and half as many at once. With `loginConcurrency` the default is ten for each container',
    '10',
  ),
  loginConcurrency: preset(
    0,
    wholeNumber(0, 1_000),
    'containers reserved for `/login`. Set it to 10 once [your limit is 1,000](#a-higher-limit-of-concurrent-executions). Until then `loginsPerSecond` bounds [a flood](operate.md#logins-under-attack)',
  ),
  loginMemoryMegabytes: preset(
    wholeCpuMegabytes,
    wholeNumber(128, 10_240),
    'memory of `/login`. 1769 MB come with a whole CPU, for bcrypt',
  ),
  alarmEmail: option(
    v.pipe(v.string(), v.email('must be an email address. Use that of a team, because the template contains it')),
    "a team's address that gets the alarms; the template contains it",
  ),
  alarmTopicArn: option(
    value.topicArn,
    'an SNS topic in the region that gets the alarms instead. Its policy must allow `sns:Publish` to `cloudwatch.amazonaws.com`, `events.amazonaws.com` and, in another AWS account, that of the stage',
  ),
  alarms: option(
    v.picklist(['none'], 'must be none, or left out'),
    '`none` if nobody gets the alarms. Outside development one of these three is required',
  ),
  accessLog: preset(false, value.truth, 'record for two years [who looked](officers.md#who-looked) at which consents'),
  logRetentionDays: preset(90, value.retention, 'how long logs are kept'),
  signingKeyRotationDays: preset(90, wholeNumber(2, 1_000), 'how often a new signing key of tokens is made'),
  evidenceKeyGeneration: preset(
    1,
    wholeNumber(1, 1_000),
    'number of the [evidence key](operate.md#a-new-evidence-key) that signs; another number makes a new key',
  ),
  checkpointMinutes: preset(
    checkpointMinutes.usual,
    wholeNumber(checkpointMinutes.least, checkpointMinutes.most),
    'how often [the log](log.md) is published and [anchored](log.md#anchors-and-time-stamps), 1 to 60',
  ),
  anchorRetentionDays: option(
    wholeNumber(1, 36_500),
    'required, except in development: days for which Object Lock keeps each anchor. **Outside development nobody can shorten that**; a change applies to later anchors. Ten years are 3653',
    '1 in development',
  ),
  timestampAuthority: option(
    value.authority,
    'URL of a [time-stamp authority](log.md#a-time-stamp-authority) that signs each checkpoint with its time',
    'none',
  ),
  checkpointEmails: preset(
    [],
    value.list(v.pipe(v.string(), v.email('must be email addresses. The template contains them'))),
    'addresses that get the first checkpoint of each day, once they confirm',
  ),
  events: preset(
    false,
    value.truth,
    'send an [event](integrate.md#events) for each consent, revocation, erasure and published notice',
  ),
  retainData: option(
    value.truth,
    'whether tables, keys and logs outlive the stack, protected from deletion',
    '`true`, but `false` in development',
  ),
  backupDays: option(
    wholeNumber(8, 36_500),
    `days for which [AWS Backup](restore.md#backups-by-aws-backup) keeps weekly copies of the tables, erased people too. Without it DynamoDB restores the last ${restorableDays} days`,
    'none',
  ),
  replicaKeyArns: preset({}, value.replicas, 'a KMS key for each region with a [replica](restore.md#another-region)'),
  existingTable: option(value.tableName, 'a [restored](restore.md) table to use instead'),
  existingTableStreamArn: option(value.streamArn, 'its stream, which feeds the log'),
  existingTableKeyArn: option(value.keyArn, "its KMS key, if it is not the stack's"),
  existingErasuresTable: option(
    value.tableName,
    'the same for the erasures table: a restored one, or its replica in [another region](restore.md#another-region)',
  ),
  existingLogTable: option(
    value.tableName,
    'the same for the log table: one that [this stage fed before](log.md#each-stage-signs-a-log-of-its-own), or a copy',
  ),
  existingLinkSecretArn: option(
    value.secretArn,
    'the secret of the stage that made the links, or they no longer open. Its KMS key is that of the stack, `existingTableKeyArn`, or `aws/secretsmanager`',
  ),
};

export const GivenOptions = v.strictObject(optionSchemas);
export type GivenOptions = v.InferOutput<typeof GivenOptions>;

const domainOptions = ['domainName', 'certificateArn', 'hostedZoneId', 'hostedZoneName'] as const;

/** Checks options together: the first that is wrong, and what it must be. What only CloudFormation knows passes. */
const findConflict = (given: GivenOptions & { readonly region: string }) => {
  const { account = '', region, alarmEmail, alarmTopicArn, alarms, existingTable: table, replicaKeyArns } = given;
  const isFinal = !isDevelopment(given.stage);
  const isKnown = (text: string | undefined): text is string => !!text && !value.isToken(text);
  const domain = domainOptions.find((name) => given[name] !== undefined);
  const missing = domain && domainOptions.find((name) => given[name] === undefined);
  const ofTable = (['existingTableKeyArn', 'existingTableStreamArn'] as const).find((name) => given[name]);
  const foreign = (['certificateArn', 'existingTableStreamArn', 'existingLinkSecretArn'] as const).find(
    (name) => isKnown(given[name]) && isKnown(account) && accountIn(given[name]) !== account,
  );
  const inRegion = ['certificateArn', 'existingTableKeyArn', 'existingTableStreamArn', 'alarmTopicArn'] as const;
  const away = ([...inRegion, 'existingLinkSecretArn'] as const).find(
    (name) => isKnown(given[name]) && isKnown(region) && given[name].split(':')[3] !== region,
  );
  const { rate } = gatewayQuota(region);
  const tooMany = (['requestsPerSecond', 'loginsPerSecond'] as const).find((name) => Number(given[name]) > rate);
  const rules: readonly (readonly [unknown, keyof GivenOptions | undefined, string])[] = [
    [missing, missing, `must be given with ${domain}`],
    [
      domain && !missing && !`.${given.domainName}`.endsWith(`.${given.hostedZoneName}`),
      'hostedZoneName',
      'must be the zone that contains domainName',
    ],
    [alarmEmail && alarmTopicArn, 'alarmTopicArn', 'must be left out with alarmEmail'],
    [alarms && (alarmEmail || alarmTopicArn), 'alarms', 'must be left out where somebody gets the alarms'],
    [
      isFinal && !(alarmEmail || alarmTopicArn || alarms),
      'alarmEmail',
      'or alarmTopicArn must be given, so that alarms reach somebody. Where nobody needs them, write "alarms": "none"',
    ],
    [
      isFinal && !given.anchorRetentionDays,
      'anchorRetentionDays',
      'must be given, such as { "anchorRetentionDays": 3653 }. For that number of days nobody can delete an anchor, and nobody can shorten it',
    ],
    [
      isFinal && given.personLinks && !domain,
      'domainName',
      'must be given with personLinks: links name the register for up to two years, and the default endpoint ends with the stack',
    ],
    [
      isFinal && given.mailFrom && !domain,
      'domainName',
      'must be given with mailFrom: the links in the mails name the register, and the default endpoint ends with the stack',
    ],
    [given.existingLinkSecretArn && !given.personLinks, 'personLinks', 'must be true with existingLinkSecretArn'],
    [ofTable && !table, 'existingTable', `must be given with ${ofTable}`],
    [
      table && !given.existingTableStreamArn?.includes(`:table/${table}/stream/`),
      'existingTableStreamArn',
      `must be the stream of existingTable, which feeds the log. Turn one on with new and old images, and read its ARN: aws dynamodb describe-table --table-name ${table} --query Table.LatestStreamArn`,
    ],
    [foreign, foreign, `must be in the AWS account of the stage, ${account}`],
    [away, away, `must be in the region of the stage, ${region}`],
    [region in replicaKeyArns, 'replicaKeyArns', 'must not name the region of the stage'],
    [
      !isKnown(region) && Object.keys(replicaKeyArns).length,
      'replicaKeyArns',
      'must be left out in a stack that names no region',
    ],
    [isKnown(region) && tooMany, tooMany, `must be at most ${rate} in ${region}, the limit of API Gateway there`],
  ];
  return rules.find(([isBroken]) => isBroken);
};

/** A wrong option, in one line that names it. */
export class WrongOption extends Error {
  override readonly name = 'WrongOption';
}

/** What to say of an option that there is not: the one that was probably meant, or all. */
const explainUnknown = (name: string): string => {
  const known = Object.keys(optionSchemas);
  const near = closestMatch(name, known, { maxDistance: Math.ceil(name.length / 2) - 1 });
  if (near === undefined) return `is unknown. Known options: ${known.join(', ')}`;
  return `is unknown. Did you mean ${near}? docs/deploy.md lists all options`;
};

/** @throws WrongOption */
export const parseOptions = (given: Readonly<Record<string, unknown>>) => {
  const { success, output, issues } = v.safeParse(GivenOptions, given);
  if (!success) {
    const name = v.getDotPath(issues[0])?.split('.')[0] ?? '';
    const isUnknown = issues[0].type === 'strict_object';
    throw new WrongOption(`Option ${name} ${isUnknown ? explainUnknown(name) : issues[0].message}.`);
  }
  const { region } = output;
  if (region === undefined) throw new WrongOption('Option region must be given, such as { "region": "eu-west-1" }.');
  const [, name, message] = findConflict({ ...output, region }) ?? [];
  if (name) throw new WrongOption(`Option ${name} ${message}.`);
  const { anchorRetentionDays = 1, retainData = !isDevelopment(output.stage) } = output;
  return { ...output, region, anchorRetentionDays, retainData };
};

/** The complete options of a stage. */
export type Options = ReturnType<typeof parseOptions>;
