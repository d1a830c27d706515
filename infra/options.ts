import { closestMatch } from 'leven';
import * as v from 'valibot';
import { accountIn } from '../shared/arn.ts';
import { isDevelopment } from '../shared/stage.ts';
import { GivenOptions, optionSchemas } from './option-schemas.ts';
import { findAboveQuota, gatewayQuota, hasBudgets } from './regions.ts';

/** Requests a second that Lambda allows for each container (Lambda quotas, "requests per second"). */
const requestsPerContainer = 10;

/**
 * The default rate of `/login`. With reserved containers: everything that they and the account allow.
 * Otherwise a rate at which logins leave room for other operations in the ten containers of a new AWS account: bcrypt
 * fills three or four of them, a burst five more.
 */
const loginRate = (
  loginConcurrency: number,
  region: string,
): { readonly loginsPerSecond: number; readonly loginBurst: number } => {
  if (loginConcurrency === 0) return { loginsPerSecond: 10, loginBurst: 5 };
  const { rate, burst } = gatewayQuota(region);
  const logins = loginConcurrency * requestsPerContainer;
  return { loginsPerSecond: Math.min(logins, rate), loginBurst: Math.min(logins, burst) };
};

/** A stage for development locks its anchors for a day, so that it can be destroyed. */
const anchorRetentionDaysOfDevelopment = 1;

const domainOptions = ['domainName', 'certificateArn', 'hostedZoneId', 'hostedZoneName'] as const;

/** Options that do nothing without another, by the one that they need. */
const optionsWithout = {
  log: [
    ...(['events', 'checkpointEmails', 'checkpointBus', 'timestampAuthority'] as const),
    ...(['existingLogTable', 'existingTableStreamArn', 'logName', 'logWindowSeconds'] as const),
    ...(['checkpointMinutes', 'anchorRetentionDays'] as const),
  ],
  accessLog: ['accessLogDays'],
  auditTrail: ['auditTrailDays'],
  backupDays: ['backupEvery', 'backupCopyVaultArn'],
  retainData: ['keyAdministratorRole'],
} as const;

type Needed = keyof typeof optionsWithout;

/** Nobody may believe in what an option says that another one switches off. @param given as written, without defaults */
const findIdle = (
  given: Readonly<Record<string, unknown>>,
  { log, accessLog, auditTrail, backupDays, retainData }: Pick<Options, Needed>,
): string | undefined => {
  const isAsked = (value: unknown): boolean =>
    Array.isArray(value)
      ? value.length > 0
      : !(value === undefined || value === false || /^(?:false)?$/.test(`${value}`));
  const isOn: Readonly<Record<Needed, boolean>> = {
    log,
    accessLog,
    auditTrail,
    backupDays: backupDays !== undefined,
    retainData,
  };
  for (const needed of Object.keys(optionsWithout) as Needed[]) {
    const idle = optionsWithout[needed].find((name) => isAsked(given[name]));
    if (idle && !isOn[needed]) return `${needed} must be ${needed === 'backupDays' ? 'given' : 'true'} with ${idle}`;
  }
  return undefined;
};

const explainRetention =
  'must be given, such as { "anchorRetentionDays": 3653 }. For so many days nobody can delete an anchor, and nobody can shorten that';

/** A restored table has no stream. A stream that is turned on gets another ARN, which only DynamoDB knows. */
const explainStream = (table: string): string =>
  `must be given with existingTable, because its stream feeds the log. Turn on a stream with new and old images, and read its ARN: aws dynamodb describe-table --table-name ${table} --query Table.LatestStreamArn. Or set log to false`;

const findLogConflict = (given: GivenOptions): [keyof GivenOptions, string] | undefined => {
  const { log, existingTable, existingTableStreamArn } = given;
  if (!log) return undefined;
  if (given.anchorRetentionDays === undefined && !isDevelopment(given.stage)) {
    return ['anchorRetentionDays', explainRetention];
  }
  if (existingTable === undefined) return undefined;
  if (existingTableStreamArn === undefined) return ['existingTableStreamArn', explainStream(existingTable)];
  return existingTableStreamArn.includes(`:table/${existingTable}/stream/`)
    ? undefined
    : ['existingTableStreamArn', 'must be the stream of existingTable'];
};

/** Two ways to say where alarms go. */
const alarmAddresses = ['alarmEmail', 'alarmTopicArn'] as const;

/** Outside development, nobody may come to have a stage whose alarms reach nobody without having said so. */
const findAlarmConflict = (given: GivenOptions): [keyof GivenOptions, string] | undefined => {
  const [first, second] = alarmAddresses.filter((name) => given[name] !== undefined);
  if (second) return [second, `must be left out with ${first}`];
  if (given.alarms) return first && ['alarms', `must be left out with ${first}`];
  if (first || isDevelopment(given.stage)) return undefined;
  return [
    'alarmEmail',
    'or alarmTopicArn must be given, so that alarms reach somebody. Where nobody needs them, write "alarms": "none"',
  ];
};

/** What AWS takes from the account of the stage alone. */
const ofOwnAccount = ['certificateArn', 'keyAdministratorRole', 'existingTableStreamArn'] as const;

/** The AWS account of the stage, if the options name it or something that must be in it. @param given may have tokens of CDK */
export const findAccount = (given: Readonly<Record<string, unknown>>): string | undefined => {
  const names = given.monthlyBudgetDollars === undefined ? ofOwnAccount : [...ofOwnAccount, 'alarmTopicArn'];
  const { account } = given;
  return typeof account === 'string' ? account : names.map((name) => accountIn(given[name])).find(Boolean);
};

/** A budget needs somebody to tell, and AWS Budgets: it tells no topic of another AWS account, and is not in every region. */
const findBudgetConflict = (
  given: GivenOptions & { readonly region: string },
): [keyof GivenOptions, string] | undefined => {
  const { region, alarmEmail, alarmTopicArn, monthlyBudgetDollars } = given;
  const isElsewhere = alarmTopicArn !== undefined && accountIn(alarmTopicArn) !== findAccount(given);
  const option = 'monthlyBudgetDollars';
  if (monthlyBudgetDollars === undefined) return undefined;
  if (alarmEmail === undefined && alarmTopicArn === undefined) {
    return [option, 'must be given with alarmEmail or alarmTopicArn, which get its messages'];
  }
  if (isElsewhere) {
    return [option, 'must be left out with an alarmTopicArn of another AWS account, which AWS Budgets refuses'];
  }
  return hasBudgets(region)
    ? undefined
    : [
        option,
        `must be left out in ${region}, where CloudFormation has no budgets. Make one by hand in the console of AWS Budgets`,
      ];
};

/** What has the account in its ARN is in that of the stage. */
const findForeignPart = (given: GivenOptions): [keyof GivenOptions, string] | undefined => {
  const account = findAccount(given);
  const foreign = ofOwnAccount.find((name) => given[name] !== undefined && accountIn(given[name]) !== account);
  return account !== undefined && foreign
    ? [foreign, `must be in the AWS account of the stage, ${account}`]
    : undefined;
};

/** The most days from one backup to the next. */
const daysBetween = { day: 1, week: 7, month: 31 } as const;

/** There is a backup at any time, and AWS Backup copies nothing into another vault of the same account and region. */
const findBackupConflict = (
  given: GivenOptions & { readonly region: string },
): [keyof GivenOptions, string] | undefined => {
  const { region, backupDays, backupEvery, backupCopyVaultArn } = given;
  if (backupDays !== undefined && backupDays <= daysBetween[backupEvery]) {
    return ['backupDays', `must be more than ${daysBetween[backupEvery]} with one backup each ${backupEvery}`];
  }
  if (backupCopyVaultArn === undefined) return undefined;
  return backupCopyVaultArn.split(':')[3] === region && accountIn(backupCopyVaultArn) === findAccount(given)
    ? ['backupCopyVaultArn', 'must be a vault in another AWS account or region']
    : undefined;
};

/** CloudTrail refuses names of trails that end in a dash, or have two in a row; the trail has that of the stack. */
const findTrailConflict = ({ stage, auditTrail }: GivenOptions): [keyof GivenOptions, string] | undefined =>
  auditTrail && /--|-$/.test(stage)
    ? [
        'auditTrail',
        `must be left out in the stage ${stage}: a trail cannot have a name with two dashes in a row, or a last one`,
      ]
    : undefined;

/** What is wrong with a combination of options: the name of one of them, and what it must be. */
const findConflict = (given: GivenOptions & { readonly region: string }): [keyof GivenOptions, string] | undefined => {
  const { region, domainName, hostedZoneName } = given;
  const missing = domainOptions.find((name) => given[name] === undefined);
  const present = domainOptions.find((name) => given[name] !== undefined);
  if (missing && present) return [missing, `must be given with ${present}`];
  const ofTable = (['existingTableKeyArn', 'existingTableStreamArn'] as const).find(
    (name) => given[name] !== undefined,
  );
  if (ofTable && !given.existingTable) return ['existingTable', `must be given with ${ofTable}`];
  const ofOthers =
    findBudgetConflict(given) ??
    findAlarmConflict(given) ??
    findLogConflict(given) ??
    findForeignPart(given) ??
    findBackupConflict(given) ??
    findTrailConflict(given);
  if (ofOthers) return ofOthers;
  if (domainName && hostedZoneName && !`.${domainName}`.endsWith(`.${hostedZoneName}`)) {
    return ['hostedZoneName', 'must be the zone that contains domainName'];
  }
  const elsewhere = (
    ['certificateArn', 'existingTableKeyArn', 'existingTableStreamArn', 'alarmTopicArn'] as const
  ).find((name) => given[name] !== undefined && given[name].split(':')[3] !== region);
  if (elsewhere) return [elsewhere, `must be in the region of the stage, ${region}`];
  if (region in given.replicaKeyArns) {
    return ['replicaKeyArns', 'must not name the region of the stage'];
  }
  const [aboveQuota, most] = findAboveQuota(region, given) ?? [];
  return aboveQuota && [aboveQuota, `must be at most ${most} in ${region}, the limit of API Gateway there`];
};

const Options = v.pipe(
  GivenOptions,
  v.rawTransform(({ dataset: { value }, addIssue, NEVER }) => {
    const complain = (name: keyof GivenOptions, message: string) => {
      addIssue({ message, path: [{ type: 'object', origin: 'value', input: value, key: name, value: value[name] }] });
      return NEVER;
    };
    const { domainName, certificateArn, hostedZoneId, hostedZoneName, ...rest } = value;
    const region = rest.region ?? (isDevelopment(rest.stage) ? 'us-east-1' : undefined);
    if (region === undefined) {
      return complain('region', 'must be given, such as { "region": "eu-west-1" }');
    }
    const conflict = findConflict({ ...value, region });
    if (conflict) return complain(...conflict);
    const domain =
      domainName && certificateArn && hostedZoneId && hostedZoneName
        ? { domainName, certificateArn, hostedZoneId, hostedZoneName }
        : undefined;
    const usual = loginRate(rest.loginConcurrency, region);
    return {
      ...rest,
      loginsPerSecond: rest.loginsPerSecond ?? usual.loginsPerSecond,
      loginBurst: rest.loginBurst ?? usual.loginBurst,
      region,
      domain,
      anchorRetentionDays: rest.anchorRetentionDays ?? anchorRetentionDaysOfDevelopment,
      retainData: rest.retainData ?? !isDevelopment(rest.stage),
    };
  }),
);

/** The complete options of a stage. */
export type Options = v.InferOutput<typeof Options>;

/** The custom domain of a stage. */
export type Domain = NonNullable<Options['domain']>;

/** A wrong option, in one line that names it. */
export class WrongOption extends Error {
  override readonly name = 'WrongOption';
}

/** What to say of an option that there is not: the one that was probably meant, or all. */
const explainUnknown = (name: string): string => {
  const known = Object.keys(optionSchemas);
  const near = closestMatch(name, known, { maxDistance: Math.ceil(name.length / 2) - 1 });
  return near === undefined
    ? `is unknown. Known options: ${known.join(', ')}`
    : `is unknown. Did you mean ${near}? docs/deploy.md lists all options`;
};

/** @throws WrongOption */
export const parseOptions = (given: Readonly<Record<string, unknown>>): Options => {
  const result = v.safeParse(Options, given);
  if (result.success) {
    const idle = findIdle(given, result.output);
    if (idle !== undefined) throw new WrongOption(`Option ${idle}.`);
    return result.output;
  }
  const [issue] = result.issues;
  const name = v.getDotPath(issue)?.split('.')[0];
  const message = issue.type === 'strict_object' ? explainUnknown(name ?? '') : issue.message;
  throw new WrongOption(`Option ${name} ${message}.`);
};
