import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { config } from '../../../shared/config.ts';
import type { OperationName } from '../../../shared/contract.ts';
import { contract } from '../../../shared/contract.ts';
import type { Units } from '../../../test/support/capacity.ts';
import { addUnits } from '../../../test/support/capacity.ts';
import type { startMeter } from '../../../test/support/meter.ts';
import { round, toTable } from '../report.ts';
import { call } from './calls.ts';
import type { Register } from './register.ts';
import type { Scenario } from './scenarios.ts';
import { scenarios } from './scenarios.ts';

type Send = (this: unknown, ...parameters: unknown[]) => Promise<unknown>;

/** Its `send` is inherited: what is put before it goes when the work has ended. */
const client: { send: Send } = DynamoDBDocumentClient.prototype as never;

/**
 * Counts the DynamoDB calls of a piece of work that waited for one another: the most of them of which each began when the one
 * before had ended. Calls under way at the same time count once.
 */
const countRounds = async <Result>(
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly rounds: number }> => {
  const { send } = client;
  let [ended, rounds, lastRoundEnd] = [0, 0, 0];
  client.send = async function (...parameters) {
    const begun = ended;
    try {
      return await send.apply(this, parameters);
    } finally {
      ended += 1;
      if (begun >= lastRoundEnd) {
        rounds += 1;
        lastRoundEnd = ended;
      }
    }
  };
  try {
    return { result: await work(), rounds };
  } finally {
    Reflect.deleteProperty(client, 'send');
  }
};

/** What a call took. */
export interface LedgerRow extends Units {
  readonly operation: OperationName;
  readonly name: string;
  /** Calls to DynamoDB, and those of them that waited for one another. */
  readonly calls: number;
  readonly rounds: number;
  /** By how much the table grows, as storage is billed. */
  readonly storedBytes: number;
  /** Of them those outside its indexes, as its backup is billed. */
  readonly tableBytes: number;
  /** Of JSON from DynamoDB, and of the answer. */
  readonly storeBytes: number;
  readonly answerBytes: number;
  /** The answer's own count of what a search found. */
  readonly found: number | undefined;
}

type Meter = Awaited<ReturnType<typeof startMeter>>;

/** Calls until an answer comes that is not 503: a long list is counted in parts. */
const finish = async ({ operation, parameters, headers = {}, isAnonymous }: Scenario, register: Register) => {
  const { accessToken: token } = register.tokens;
  for (;;) {
    const answer = await call(operation, parameters(register), isAnonymous ? { headers } : { token, headers });
    if (!answer.isUnfinished) return answer;
  }
};

/** For how long a stage keeps its access log; every number costs the same. */
const accessLogDays = 730;

/** Makes the calls of all scenarios against a register, in order, and measures each. */
export const measureLedger = async (meter: Meter, register: Register, stored: number): Promise<LedgerRow[]> => {
  const rows: LedgerRow[] = [];
  for (const scenario of scenarios(stored)) {
    config.ACCESS_LOG_DAYS = scenario.isNoted ? accessLogDays : undefined;
    const { calls, result: counted } = await meter(() => countRounds(() => finish(scenario, register)));
    const { rounds, result } = counted;
    rows.push({
      operation: scenario.operation,
      name: scenario.name,
      calls: calls.length,
      rounds,
      ...addUnits(calls),
      storedBytes: calls.reduce((sum, { storedBytes }) => sum + storedBytes, 0),
      tableBytes: calls.reduce((sum, { tableBytes }) => sum + tableBytes, 0),
      storeBytes: calls.reduce((sum, { bytes }) => sum + bytes, 0),
      answerBytes: result.bytes,
      found: result.body.totalResults,
    });
  }
  return rows;
};

/** The ledger of a register of so many consents. */
export interface Level {
  readonly consents: number;
  readonly rows: readonly LedgerRow[];
}

/** One figure when it is the same at all levels, otherwise all of them. */
const acrossLevels = (figures: readonly number[]): string | number =>
  new Set(figures).size === 1 ? (figures[0] ?? 0) : figures.join(' / ');

const kilobytes = (bytes: number): number => round(bytes / 1024, 2);

const header = [
  'operation',
  'call',
  'DynamoDB calls',
  'in a row',
  'read units',
  'write units',
  'bytes stored',
  'without indexes',
  'KB from DynamoDB',
  'KB answered',
];

const rowsOf = (levels: readonly Level[]): (readonly [string, ...(string | number)[]])[] =>
  (levels.at(-1)?.rows ?? []).map((row, i) => {
    const across = (figure: (row: LedgerRow) => number) =>
      acrossLevels(levels.map((level) => figure(level.rows[i] ?? row)));
    return [
      contract[row.operation].path,
      row.name,
      across(({ calls }) => calls),
      across(({ rounds }) => rounds),
      across(({ read }) => read),
      across(({ write }) => write),
      row.storedBytes,
      row.tableBytes,
      kilobytes(row.storeBytes),
      kilobytes(row.answerBytes),
    ];
  });

/** How many consents the registers have whose figures stand in one cell. */
export const levelsOf = (levels: readonly Level[]): string => {
  const sizes = levels.map(({ consents }) => consents.toLocaleString('en')).join(' / ');
  return `Consents in the register: ${sizes}. Where one figure stands, it was the same for all of these.`;
};

/** Writes the ledgers of several levels as one table. */
export const ledgerTable = (levels: readonly Level[]): string =>
  [
    levelsOf(levels),
    '',
    toTable(
      header,
      rowsOf(levels).map(([path, ...cells]) => [`\`${path}\``, ...cells]),
    ),
  ].join('\n');

/** The same as a file of comma-separated values. */
export const ledgerCsv = (levels: readonly Level[]): string =>
  [header, ...rowsOf(levels)]
    .map((row) => row.map((cell) => (String(cell).includes(',') ? `"${cell}"` : cell)).join(','))
    .join('\n')
    .concat('\n');
