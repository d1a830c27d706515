import { isToken } from './option-values.ts';

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
