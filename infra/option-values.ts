import * as v from 'valibot';
import { areRanges, rangesRule } from '../shared/http/address-ranges.ts';

/** Text that matches a pattern. @param message what it must be */
export const matching = (pattern: RegExp, message: string) => v.pipe(v.string(message), v.regex(pattern, message));

/** Whether CloudFormation alone knows a text: CDK writes a token in its place. */
export const isToken = (text: string): boolean => text.includes('${Token[');

/** The same, or a token of CDK: a name that another resource of the app may have. */
const matchingOrToken = (pattern: RegExp, message: string) =>
  v.pipe(
    v.string(message),
    v.check((text) => isToken(text) || pattern.test(text), message),
  );

/** A number from a file, or its text from the command line. */
export const wholeNumber = (least: number, most: number) => {
  const message = `must be a whole number from ${least} to ${most}`;
  const given = v.union([v.number(), v.pipe(v.string(), v.digits(), v.transform(Number))], message);
  return v.pipe(given, v.integer(message), v.minValue(least, message), v.maxValue(most, message));
};

/** A boolean from a file, or its text from the command line. */
export const truth = v.union(
  [
    v.boolean(),
    v.pipe(
      v.picklist(['true', 'false']),
      v.transform((text) => text === 'true'),
    ),
  ],
  'must be true or false',
);

/** As CDK has them in `RetentionDays`: who writes the file of a stage may not have CDK. */
export const retentions: readonly number[] = [
  ...[1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653],
];

/** The log retentions that CloudWatch offers, in days. */
export const retention = v.pipe(
  wholeNumber(1, 3653),
  v.check((days) => retentions.includes(days), `must be one of ${retentions.join(', ')}`),
);

const originMessage =
  'must be origins such as https://shop.example, without a path or a slash at the end; on the command line, separate them by commas';

const isOrigin = (text: string): boolean => /^https?:/.test(text) && URL.parse(text)?.origin === text;

const listMessage = 'must be a list; on the command line, separate its members by commas';

/** A list from a file, or a text with commas from the command line. */
export const list = <Item extends v.GenericSchema<string, string>>(item: Item) =>
  v.pipe(
    v.union([v.array(v.string()), v.string()], listMessage),
    v.transform((given) => (typeof given === 'string' ? given.split(',').filter((text) => text !== '') : given)),
    v.array(item),
  );

/** Origins as browsers send them: scheme, host and port. */
export const origins = list(v.pipe(v.string(), v.check(isOrigin, originMessage)));

/** Ranges of IP addresses. */
export const addressRanges = v.pipe(
  list(v.string()),
  v.check((texts) => areRanges(texts), `${rangesRule}; on the command line, separate them by commas`),
);

const replicaMessage =
  'must give the ARN of a KMS key for each region, such as {"eu-west-1": "arn:aws:kms:eu-west-1:111122223333:key/..."}';

/** Region -> ARN of a KMS key there. */
export const replicas = v.pipe(
  v.union(
    [v.record(v.string(), v.string()), v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()))],
    replicaMessage,
  ),
  v.check(
    (keys) =>
      Object.entries(keys).every(
        ([region, arn]) => /^[a-z0-9-]+$/.test(region) && new RegExp(`^arn:aws:kms:${region}:\\d{12}:key/.+`).test(arn),
      ),
    replicaMessage,
  ),
);

/** A domain with at least two labels. */
export const domainName = matching(
  /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/,
  'must be a domain name such as consents.shop.example',
);

/** The address of a sender: with no name, since the mail has that of the account. */
export const mailAddress = matching(
  /^[\w.+-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/,
  'must be an email address alone, such as consents@shop.example',
);

export const tableName = matching(/^[\w.-]{3,255}$/, 'must be the name of a DynamoDB table');

/**
 * Regions where this works. AWS China has no X-Ray for Lambda, and its API Gateway answers callers without AWS credentials
 * only if the account has an ICP licence (Getting Started with AWS in China, "AWS Lambda" and "Amazon API Gateway").
 * The metrics need JSON logs, which Lambda does not write in GovCloud (AWS GovCloud User Guide, "AWS Lambda"). AWS
 * publishes nothing about the isolated regions.
 */
export const region = v.pipe(
  matchingOrToken(/^[a-z]{2}(?:-[a-z]+)+-\d$/, 'must be an AWS region such as eu-west-1'),
  v.check(
    (name) => !name.startsWith('cn-'),
    'must be outside China: there, Lambda has no X-Ray, and API Gateway requires an ICP licence for callers without AWS credentials',
  ),
  v.check(
    (name) => !/^[a-z]+-(?:gov|iso[a-z]?)-/.test(name),
    'must be outside GovCloud, where Lambda has no JSON logs for metrics, and outside the isolated regions, which are untested',
  ),
);

export const account = v.pipe(
  v.string('must be the twelve digits of an AWS account, in quotes'),
  v.check((text) => isToken(text) || /^\d{12}$/.test(text), 'must be the twelve digits of an AWS account'),
);

export const certificateArn = matchingOrToken(
  /^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate\/.+$/,
  'must be the ARN of a certificate in ACM',
);

export const hostedZoneId = matchingOrToken(
  /^Z[A-Z0-9]+$/,
  'must be the id of a hosted zone in Route 53, such as Z0123456789ABC',
);

export const topicArn = matchingOrToken(
  /^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[\w-]+$/,
  'must be the ARN of a topic in SNS',
);

export const streamArn = matching(
  /^arn:aws[a-z-]*:dynamodb:[a-z0-9-]+:\d{12}:table\/[\w.-]+\/stream\/[\w:.-]+$/,
  'must be the ARN of the stream of a DynamoDB table',
);

export const keyArn = matching(/^arn:aws[a-z-]*:kms:[a-z0-9-]+:\d{12}:key\/.+$/, 'must be the ARN of a KMS key');

export const secretArn = matching(
  /^arn:aws[a-z-]*:secretsmanager:[a-z0-9-]+:\d{12}:secret:[\w/+=.@-]+-[A-Za-z0-9]{6}$/,
  'must be the ARN of a secret in Secrets Manager, with the six characters at its end',
);

/** The URL of a time-stamp authority. */
export const authority = v.pipe(
  v.string(),
  v.check(
    (text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
    'must be the URL of a time-stamp authority, such as http://tsa.example/rfc3161',
  ),
);

/** The AWS account in an ARN; undefined where it has none, as in a token of CDK. */
export const accountIn = (arn: unknown): string | undefined =>
  typeof arn === 'string' ? /^(?:[^:]*:){4}(\d{12}):/.exec(arn)?.[1] : undefined;

/** Regions where an account has a quarter of the usual request quota, unless AWS raised it (Amazon API Gateway quotas). */
const smallRegions: readonly string[] = [
  'af-south-1',
  'ap-south-2',
  'ap-southeast-3',
  'ap-southeast-4',
  'ap-southeast-5',
  'ap-southeast-7',
  'ca-west-1',
  'eu-central-2',
  'eu-south-1',
  'eu-south-2',
  'il-central-1',
  'me-central-1',
  'mx-central-1',
];

/**
 * Requests a second, and at once, that API Gateway allows an account in a region, for all its APIs together; the least
 * of all where CloudFormation alone knows the region.
 */
export const gatewayQuota = (region: string): Readonly<Record<'rate' | 'burst', number>> =>
  isToken(region) || smallRegions.includes(region) ? { rate: 2_500, burst: 1_250 } : { rate: 10_000, burst: 5_000 };
