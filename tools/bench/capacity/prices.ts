import type { LedgerRow } from './ledger.ts';

/** What cannot be measured off AWS: taken as high as seems likely. */
export const assumptions = {
  /** Milliseconds of an invocation: for each DynamoDB call, and beside them. */
  callMilliseconds: 6,
  ownMilliseconds: 4,
  /** bcrypt of cost 12 with a whole CPU. */
  loginMilliseconds: 350,
  /** One or two lines of ours and one of the gateway, with the 26 bytes that CloudWatch counts for each. */
  loggedBytes: 700,
  monthSeconds: 730 * 3_600,
  /** How much of the calls that exceed one a second X-Ray records, beside that one (Lambda Developer Guide, "AWS X-Ray"). */
  tracedShare: 0.05,
  /** DynamoDB asks KMS for a table's key again after so long without a call of the role (developer guide, "Table key caching"), and, as callers saw, once for each connection. */
  tableKeySeconds: 300,
  /** How much more is called at the busiest time than on average, by which containers are counted. */
  busiest: 10,
  /** Shards of the table's stream, each of which has a container of the feed. */
  shards: 4,
  /** Of a run of a job beside its DynamoDB calls: most begin in a new container. */
  jobMilliseconds: 500,
} as const;

/** What a part of the log takes of DynamoDB: calls, units, and bytes that stay. */
export interface LogPart {
  readonly calls: number;
  readonly read: number;
  readonly write: number;
  readonly bytes: number;
}

/** Counted with `countLogRuns`, rounded up; a test holds the first three against it. */
export const logParts = {
  /** That the feed gets of the stream. */
  batch: { calls: 2, read: 1, write: 1, bytes: 285 },
  leaf: { calls: 0.02, read: 0.035, write: 0.1, bytes: 120 },
  checkpoint: { calls: 21, read: 14, write: 8, bytes: 640 },
  /** Anchoring and announcing a checkpoint. */
  anchor: { calls: 2, read: 0, write: 2, bytes: 0 },
  /** A run that publishes nothing: the end of the log, the last hundred checkpoints, and the mark of the feed. */
  quietRun: { calls: 10, read: 24, write: 2, bytes: 0 },
} as const satisfies Readonly<Record<string, LogPart>>;

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
