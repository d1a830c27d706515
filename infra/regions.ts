import * as v from 'valibot';
import { matching } from './option-values.ts';

/**
 * Regions where this works. AWS China has no X-Ray for Lambda, and its API Gateway answers callers without AWS credentials
 * only if the account has an ICP licence (Getting Started with AWS in China, "AWS Lambda" and "Amazon API Gateway").
 * The metrics need JSON logs, which Lambda does not write in GovCloud (AWS GovCloud User Guide, "AWS Lambda"). AWS
 * publishes nothing about the isolated regions.
 */
export const supportedRegion = v.pipe(
  matching(/^[a-z]{2}(?:-[a-z]+)+-\d$/, 'must be an AWS region such as eu-west-1'),
  v.check(
    (name) => !name.startsWith('cn-'),
    'must be outside China: there, Lambda has no X-Ray, and API Gateway requires an ICP licence for callers without AWS credentials',
  ),
  v.check(
    (name) => !/^[a-z]+-(?:gov|iso[a-z]?)-/.test(name),
    'must be outside GovCloud, where Lambda has no JSON logs for metrics, and outside the isolated regions, which are untested',
  ),
);

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

/** Requests a second, and at once, that API Gateway allows an account in a region, for all its APIs together. */
export const gatewayQuota = (region: string): Readonly<Record<'rate' | 'burst', number>> =>
  smallRegions.includes(region) ? { rate: 2_500, burst: 1_250 } : { rate: 10_000, burst: 5_000 };

/** Regions whose CloudFormation makes budgets, as its public schemas of November 2026 say. */
const budgetRegions: readonly string[] = [
  ...['ap-northeast-1', 'ap-northeast-2', 'ap-south-1', 'ap-southeast-1', 'ap-southeast-2', 'ca-central-1'],
  ...['eu-central-1', 'eu-west-1', 'eu-west-2', 'eu-west-3', 'me-south-1', 'sa-east-1'],
  ...['us-east-1', 'us-east-2', 'us-west-1', 'us-west-2'],
];

/** Whether a stack of the region can have a budget. */
export const hasBudgets = (region: string): boolean => budgetRegions.includes(region);

const quotaOf = {
  requestsPerSecond: 'rate',
  requestBurst: 'burst',
  loginsPerSecond: 'rate',
  loginBurst: 'burst',
} as const;

/** The first limit of a stage that exceeds the quota of API Gateway in its region, and the quota. */
export const findAboveQuota = (
  region: string,
  limits: Readonly<Partial<Record<keyof typeof quotaOf, number | undefined>>>,
): readonly [name: keyof typeof quotaOf, most: number] | undefined => {
  const quota = gatewayQuota(region);
  return (Object.keys(quotaOf) as (keyof typeof quotaOf)[])
    .map((name) => [name, quota[quotaOf[name]]] as const)
    .find(([name, most]) => (limits[name] ?? 0) > most);
};
