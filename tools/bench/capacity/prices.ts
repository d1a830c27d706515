import { priceOf } from '../../../cli/stage/stage.ts';
import type { LedgerRow } from './ledger.ts';

/**
 * US dollars, AWS region us-east-1, on demand, without free tiers, as published in November 2026. Other regions and years
 * differ: put in yours and run the ledger again.
 */
export const prices = {
  millionWriteUnits: 0.625,
  millionReadUnits: priceOf(1_000_000),
  storedGigabyteMonth: 0.25,
  /** Point-in-time recovery. */
  backedUpGigabyteMonth: 0.2,
  millionApiRequests: 1,
  millionInvocations: 0.2,
  /** arm64. */
  gigabyteSecond: 0.0000133334,
  loggedGigabyte: 0.5,
  secretMonth: 0.4,
  /** A customer managed key of KMS. */
  keyMonth: 1,
  /** Calls that use an asymmetric key: a signature, and its public key once in a container. */
  millionSignatures: 15,
  /** Each makes a month dearer by the price of a key; those that follow cost nothing. */
  chargedKeyRotations: 2,
  /** Of each metric that an alarm looks at. */
  alarmMetricMonth: 0.1,
  /** By the hour in which a metric made of logs has data. */
  logMetricMonth: 0.3,
  /** From the fourth of an account on. */
  dashboardMonth: 3,
} as const;

/** What cannot be measured off AWS: taken as high as seems likely. */
export const assumptions = {
  /** Milliseconds of an invocation: for each DynamoDB call, and beside them. */
  callMilliseconds: 6,
  ownMilliseconds: 4,
  /** bcrypt of cost 12 with a whole CPU. */
  loginMilliseconds: 350,
  /** One or two lines of ours and one of the gateway, with the 26 bytes that CloudWatch counts for each. */
  loggedBytes: 700,
} as const;

type Scenario = readonly [operation: LedgerRow['operation'], name: string];

/** Calls a month, by rows of the ledger, and how long consents are kept. */
export interface Customer {
  readonly name: string;
  readonly calls: readonly (readonly [...Scenario, number])[];
  readonly consentsKept: number;
}

export const addOne: Scenario = ['addConsent', '1 notice, 3 known keys, 10 KB of HTML'];
/** The same as our client sends it. What is stored for the key goes after a day. */
const addOnce: Scenario = ['addConsent', '1 notice, 3 known keys, 10 KB of HTML, Idempotency-Key'];

/** Three customers, to have an idea: the consents kept are those of five years. */
export const customers: readonly Customer[] = [
  {
    name: 'small: 1,000 consents a month',
    calls: [
      [...addOnce, 1_000],
      ['searchConsents', '20 matches', 1_500],
      ['searchConsents', 'all of a project, page in the middle', 100],
      ['revokeConsent', 'a URL as proof', 50],
      ['getNotices', '1 notice', 5_000],
      ['details', '', 250],
      ['refreshToken', '', 75],
      ['login', '', 25],
    ],
    consentsKept: 1_000 * 60,
  },
  {
    name: 'middle: 20,000 consents a month',
    calls: [
      [...addOnce, 20_000],
      ['searchConsents', '20 matches', 30_000],
      ['searchConsents', 'all of a project, page in the middle', 2_000],
      ['revokeConsent', 'a URL as proof', 1_000],
      ['getNotices', '1 notice', 100_000],
      ['details', '', 5_000],
      ['refreshToken', '', 1_500],
      ['login', '', 500],
    ],
    consentsKept: 20_000 * 60,
  },
  {
    name: 'large: 5,000,000 consents a month',
    calls: [
      [...addOnce, 5_000_000],
      ['searchConsents', '20 matches', 8_000_000],
      ['searchConsents', 'all of a project, page in the middle', 250_000],
      ['revokeConsent', 'a URL as proof', 250_000],
      ['getNotices', '1 notice', 20_000_000],
      ['details', '', 100_000],
      ['refreshToken', '', 50_000],
      ['login', '', 20_000],
    ],
    consentsKept: 5_000_000 * 60,
  },
];
