import * as v from 'valibot';
import { lifetimes } from '../shared/lifetimes.ts';
import { isDevelopment, stageName } from '../shared/stage.ts';
import { loginRate } from './login-rate.ts';
import { domainName, matching, origins, replicas, retention, tableName, truth, wholeNumber } from './option-values.ts';
import { findAboveQuota, supportedRegion } from './regions.ts';

/** What an operator may set of a stage. Each but the region has a default; docs/operations.md says what it is for. */
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
    v.pipe(v.string(), v.email('must be an e-mail address; take that of a team, since it stands in the template')),
  ),
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
  encryptionKeyRotationDays: v.optional(wholeNumber(90, 2_560), 2_555),
  existingTable: v.optional(tableName),
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

const domainOptions = ['domainName', 'certificateArn', 'hostedZoneId', 'hostedZoneName'] as const;

const Given = v.strictObject(optionSchemas, 'is not an option');
type Given = v.InferOutput<typeof Given>;

/** What is wrong with options together: the name of one of them, and what it must be. */
const findConflict = (given: Given & { readonly region: string }): [keyof Given, string] | undefined => {
  const { region, domainName, hostedZoneName } = given;
  const missing = domainOptions.find((name) => given[name] === undefined);
  const present = domainOptions.find((name) => given[name] !== undefined);
  if (missing && present) return [missing, `must be given beside ${present}`];
  if (given.existingTableKeyArn && !given.existingTable) {
    return ['existingTable', 'must be given beside existingTableKeyArn'];
  }
  if (domainName && hostedZoneName && !`.${domainName}`.endsWith(`.${hostedZoneName}`)) {
    return ['hostedZoneName', 'must be the zone that domainName is in'];
  }
  const elsewhere = (['certificateArn', 'existingTableKeyArn'] as const).find(
    (name) => given[name] !== undefined && given[name].split(':')[3] !== region,
  );
  if (elsewhere) return [elsewhere, `must be in the region of the stage, ${region}`];
  if (region in given.replicaKeyArns) {
    return ['replicaKeyArns', 'must name other regions than the one that region names'];
  }
  const [aboveQuota, most] = findAboveQuota(region, given) ?? [];
  return aboveQuota && [aboveQuota, `must be at most ${most} in ${region}, which is what API Gateway takes there`];
};

const Options = v.pipe(
  Given,
  v.rawTransform(({ dataset: { value }, addIssue, NEVER }) => {
    const complain = (name: keyof Given, message: string) => {
      addIssue({ message, path: [{ type: 'object', origin: 'value', input: value, key: name, value: value[name] }] });
      return NEVER;
    };
    const { domainName, certificateArn, hostedZoneId, hostedZoneName, ...rest } = value;
    const region = rest.region ?? (isDevelopment(rest.stage) ? 'us-east-1' : undefined);
    if (region === undefined) {
      return complain('region', `must be given, such as { "region": "eu-west-1" } in stages/${rest.stage}.json`);
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
      retainData: rest.retainData ?? !isDevelopment(rest.stage),
    };
  }),
);

/** The options of a stage, complete. */
export type Options = v.InferOutput<typeof Options>;

/** The custom domain of a stage. */
export type Domain = NonNullable<Options['domain']>;

/** An option that is wrong, in one line that names it. */
export class WrongOption extends Error {
  override readonly name = 'WrongOption';
}

/** @throws WrongOption */
export const parseOptions = (given: Readonly<Record<string, unknown>>): Options => {
  const result = v.safeParse(Options, given);
  if (result.success) return result.output;
  const [issue] = result.issues;
  const name = v.getDotPath(issue)?.split('.')[0];
  const message =
    issue.type === 'strict_object' ? `is not one; known are ${Object.keys(optionSchemas).join(', ')}` : issue.message;
  throw new WrongOption(`Option ${name} ${message}.`);
};
