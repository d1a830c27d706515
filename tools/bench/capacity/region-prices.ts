import * as v from 'valibot';

/** US dollars, on demand, without free tiers. */
const Prices = v.strictObject({
  millionWriteUnits: v.number(),
  millionReadUnits: v.number(),
  storedGigabyteMonth: v.number(),
  /** Point-in-time recovery, by the size of the table without its global secondary indexes. */
  backedUpGigabyteMonth: v.number(),
  /** The same in the table class for infrequent access. Its backup costs as much. */
  infrequentMillionWriteUnits: v.number(),
  infrequentMillionReadUnits: v.number(),
  infrequentStoredGigabyteMonth: v.number(),
  millionApiRequests: v.number(),
  millionInvocations: v.number(),
  /** arm64. */
  gigabyteSecond: v.number(),
  loggedGigabyte: v.number(),
  /** Of each metric that an alarm looks at. */
  alarmMetricMonth: v.number(),
  /** By the hour in which a metric made of logs has data. */
  logMetricMonth: v.number(),
  /** From the fourth of an account on. */
  dashboardMonth: v.number(),
  /** A customer managed key of KMS, and each of its first two rotations. */
  keyMonth: v.number(),
  millionKeyRequests: v.number(),
  /** Requests that use an asymmetric key: a signature, and its public key once in a container. */
  millionSignatures: v.number(),
  secretMonth: v.number(),
  millionSecretReads: v.number(),
  millionTraces: v.number(),
  millionEvents: v.number(),
  /** Written to S3. */
  millionObjects: v.number(),
});
export type Prices = v.InferOutput<typeof Prices>;

/** Prices that stand in one list of AWS. */
export interface PriceList {
  /** A file of AWS's price list by its name there, or a page. */
  readonly source: string;
  /** When AWS published it, or when it was read. */
  readonly date: string;
  readonly prices: Partial<Prices>;
}

/** Where all regions here cost the same. */
const everywhere: readonly PriceList[] = [
  { source: 'aws.amazon.com/kms/pricing', date: '2026-11-27', prices: { keyMonth: 1 } },
  { source: 'awskms', date: '2026-09-11', prices: { millionKeyRequests: 3, millionSignatures: 15 } },
  { source: 'aws.amazon.com/xray/pricing', date: '2026-11-27', prices: { millionTraces: 5 } },
  { source: 'AWSSecretsManager', date: '2026-09-11', prices: { secretMonth: 0.4, millionSecretReads: 5 } },
  { source: 'AWSEvents', date: '2026-05-29', prices: { millionEvents: 1 } },
];

const lambda = { millionInvocations: 0.2, gigabyteSecond: 0.0000133334 };
const watching = { alarmMetricMonth: 0.1, logMetricMonth: 0.3, dashboardMonth: 3 };

/**
 * By region, as public documents quote AWS's price list, which nobody here could open itself. A region stands here only with all its
 * prices.
 */
export const priceLists = {
  'us-east-1': [
    ...everywhere,
    {
      source: 'AmazonDynamoDB',
      date: '2026-08-15',
      prices: {
        millionWriteUnits: 0.625,
        millionReadUnits: 0.125,
        storedGigabyteMonth: 0.25,
        backedUpGigabyteMonth: 0.2,
        infrequentMillionWriteUnits: 0.78,
        infrequentMillionReadUnits: 0.155,
        infrequentStoredGigabyteMonth: 0.1,
      },
    },
    { source: 'AWSLambda', date: '2026-09-19', prices: lambda },
    {
      source: 'docs.aws.amazon.com/whitepapers/latest/best-practices-api-gateway-private-apis-integration',
      date: '2026-11-27',
      prices: { millionApiRequests: 1 },
    },
    { source: 'AmazonCloudWatch', date: '2026-08-06', prices: { ...watching, loggedGigabyte: 0.5 } },
    { source: 'AmazonS3', date: '2026-08-07', prices: { millionObjects: 5 } },
  ],
  'eu-central-1': [
    ...everywhere,
    {
      source: 'AmazonDynamoDB',
      date: '2026-08-15',
      prices: {
        millionWriteUnits: 0.7625,
        millionReadUnits: 0.1525,
        storedGigabyteMonth: 0.306,
        backedUpGigabyteMonth: 0.2448,
        infrequentMillionWriteUnits: 0.955,
        infrequentMillionReadUnits: 0.1905,
        infrequentStoredGigabyteMonth: 0.1224,
      },
    },
    { source: 'AWSLambda', date: '2026-09-11', prices: lambda },
    { source: 'AmazonApiGateway', date: '2026-09-21', prices: { millionApiRequests: 1.2 } },
    { source: 'AmazonCloudWatch', date: '2026-08-06', prices: { ...watching, loggedGigabyte: 0.63 } },
    { source: 'AmazonS3', date: '2026-08-07', prices: { millionObjects: 5.4 } },
  ],
  'eu-west-1': [
    ...everywhere,
    {
      source: 'AmazonDynamoDB',
      date: '2026-08-15',
      prices: {
        millionWriteUnits: 0.705,
        millionReadUnits: 0.1415,
        storedGigabyteMonth: 0.283,
        backedUpGigabyteMonth: 0.22,
        infrequentMillionWriteUnits: 0.885,
        infrequentMillionReadUnits: 0.177,
        infrequentStoredGigabyteMonth: 0.1132,
      },
    },
    { source: 'AWSLambda', date: '2026-10-01', prices: lambda },
    { source: 'AmazonApiGateway', date: '2026-10-02', prices: { millionApiRequests: 1.11 } },
    { source: 'AmazonCloudWatch', date: '2026-09-22', prices: { ...watching, loggedGigabyte: 0.57 } },
    { source: 'AmazonS3', date: '2026-09-28', prices: { millionObjects: 5 } },
  ],
} as const satisfies Readonly<Record<string, readonly PriceList[]>>;

export type PricedRegion = keyof typeof priceLists;

export const pricedRegions = ['us-east-1', 'eu-central-1', 'eu-west-1'] as const satisfies readonly PricedRegion[];

/** @throws ValiError when a price of the region is missing */
export const pricesOf = (region: PricedRegion): Prices => {
  const lists: readonly PriceList[] = priceLists[region];
  return v.parse(Prices, Object.assign({}, ...lists.map(({ prices }) => prices)));
};

/** Of the region whose prices the pages have. */
export const prices = pricesOf('us-east-1');
