import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import * as v from 'valibot';

const matching = (pattern: RegExp, message: string) => v.pipe(v.string(message), v.regex(pattern, message));

/** From a file a number, from the command line its text. */
const wholeNumber = (least: number, most: number) => {
  const message = `must be a whole number from ${least} to ${most}`;
  const given = v.union([v.number(), v.pipe(v.string(), v.digits(), v.transform(Number))], message);
  return v.pipe(given, v.integer(message), v.minValue(least, message), v.maxValue(most, message));
};

const truth = v.union(
  [
    v.boolean(),
    v.pipe(
      v.picklist(['true', 'false']),
      v.transform((text) => text === 'true'),
    ),
  ],
  'must be true or false',
);

const retentions = Object.values(RetentionDays).filter((days) => typeof days === 'number' && days < 9999);

const retention = v.pipe(
  wholeNumber(1, 3653),
  v.check((days) => retentions.includes(days), `must be one of ${retentions.join(', ')}`),
);

const originMessage = 'must be origins such as https://shop.example, on the command line with commas between them';

const isOrigin = (text: string): boolean => /^https?:/.test(text) && URL.parse(text)?.origin === text;

const origins = v.pipe(
  v.union([v.array(v.string()), v.string()], originMessage),
  v.transform((given) => (typeof given === 'string' ? given.split(',').filter((text) => text !== '') : given)),
  v.everyItem(isOrigin, originMessage),
);

const replicaMessage =
  'must give for each region the ARN of a KMS key there, such as {"eu-west-1": "arn:aws:kms:eu-west-1:111122223333:key/..."}';
const regionPattern = /^[a-z]{2}(?:-[a-z]+)+-\d$/;

const replicas = v.pipe(
  v.union(
    [v.record(v.string(), v.string()), v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()))],
    replicaMessage,
  ),
  v.check(
    (keys) =>
      Object.entries(keys).every(
        ([region, arn]) =>
          regionPattern.test(region) && new RegExp(`^arn:aws[a-z-]*:kms:${region}:\\d{12}:key/.+`).test(arn),
      ),
    replicaMessage,
  ),
);

const domainName = matching(
  /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/,
  'must be a domain name such as consents.shop.example',
);

/** What an operator may set of a stage. Each has a default; docs/operations.md says what it is for. */
export const optionSchemas = {
  stage: v.optional(
    matching(/^[a-z][a-z0-9-]{0,19}$/, 'must be up to 20 lower-case letters, digits and dashes, a letter first'),
    'dev',
  ),
  region: v.optional(matching(regionPattern, 'must be an AWS region such as eu-south-1'), 'us-east-1'),
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
  accessTokenSeconds: v.optional(wholeNumber(60, 86_400), 3_600),
  refreshTokenSeconds: v.optional(wholeNumber(3_600, 31_536_000), 2_592_000),
  requestsPerSecond: v.optional(wholeNumber(1, 10_000), 200),
  requestBurst: v.optional(wholeNumber(1, 5_000), 400),
  loginsPerSecond: v.optional(wholeNumber(1, 1_000), 10),
  loginBurst: v.optional(wholeNumber(1, 1_000), 20),
  loginConcurrency: v.optional(wholeNumber(0, 1_000), 10),
  logRetentionDays: v.optional(retention, 90),
  memoryMegabytes: v.optional(wholeNumber(128, 10_240), 512),
  loginMemoryMegabytes: v.optional(wholeNumber(128, 10_240), 1_769),
  signingKeyRotationDays: v.optional(wholeNumber(2, 1_000), 90),
  tableClass: v.optional(
    v.picklist(['standard', 'infrequent-access'], 'must be standard or infrequent-access'),
    'standard',
  ),
  replicaKeyArns: v.optional(replicas, {}),
  retainData: v.optional(truth),
};

const domainOptions = ['domainName', 'certificateArn', 'hostedZoneId', 'hostedZoneName'] as const;

const isDevelopment = (stage: string): boolean => /^dev(?:-|$)/.test(stage);

const Options = v.pipe(
  v.strictObject(optionSchemas, 'is not an option'),
  v.rawTransform(({ dataset: { value }, addIssue, NEVER }) => {
    const { domainName, certificateArn, hostedZoneId, hostedZoneName, region, ...rest } = value;
    const complain = (name: keyof typeof value, message: string) => {
      addIssue({ message, path: [{ type: 'object', origin: 'value', input: value, key: name, value: value[name] }] });
      return NEVER;
    };
    const missing = domainOptions.find((name) => value[name] === undefined);
    const given = domainOptions.find((name) => value[name] !== undefined);
    if (missing && given) return complain(missing, `must be given beside ${given}`);
    if (region in rest.replicaKeyArns) {
      return complain('replicaKeyArns', 'must name other regions than the one that region names');
    }
    const domain =
      domainName && certificateArn && hostedZoneId && hostedZoneName
        ? { domainName, certificateArn, hostedZoneId, hostedZoneName }
        : undefined;
    return { ...rest, region, domain, retainData: rest.retainData ?? !isDevelopment(rest.stage) };
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
