import { memorySize } from '../../../infra/functions.ts';
import { parseOptions } from '../../../infra/options.ts';
import type { OperationName } from '../../../shared/contract.ts';
import { contract } from '../../../shared/contract.ts';
import type { OperationDefinition } from '../../../shared/operation-definition.ts';
import { round, toTable } from '../report.ts';
import type { LedgerRow } from './ledger.ts';
import { logBill } from './log-bill.ts';
import type { Customer } from './prices.ts';
import { addOne, assumptions, customers } from './prices.ts';
import type { Prices } from './region-prices.ts';
import { prices as home } from './region-prices.ts';

const million = 1_000_000;
const gigabyte = 1024 ** 3;
/** Prices are those of a stage without options of its own. */
const options = parseOptions({});

/** What a call is paid by. @property isRefused a login before its password is looked at */
export interface Paid extends Pick<LedgerRow, 'operation' | 'calls' | 'read' | 'write'> {
  readonly isRefused?: true;
}

/** How long a function takes for a call. */
export const milliseconds = ({ operation, calls, isRefused }: Paid): number =>
  assumptions.ownMilliseconds +
  calls * assumptions.callMilliseconds +
  (operation === 'login' && !isRefused ? assumptions.loginMilliseconds : 0);

/** Dollars for a million calls, by what is paid. */
export const pricePerMillion = (row: Paid, prices: Prices = home) => {
  const gigabyteSeconds = (milliseconds(row) / 1_000) * (memorySize(row.operation, options) / 1_024) * million;
  return {
    dynamoDb: row.read * prices.millionReadUnits + row.write * prices.millionWriteUnits,
    lambda: prices.millionInvocations + gigabyteSeconds * prices.gigabyteSecond,
    apiGateway: prices.millionApiRequests,
    logs: ((assumptions.loggedBytes * million) / gigabyte) * prices.loggedGigabyte,
    keys: 'attests' in contract[row.operation] ? prices.millionSignatures : 0,
  };
};

export const sum = (parts: Readonly<Record<string, number>>): number =>
  Object.values(parts).reduce((total, part) => total + part, 0);

/** How many of a function's calls of a month X-Ray records at most: they come as evenly as can be. */
export const tracesOf = (count: number): number => {
  const everySecond = Math.min(count, assumptions.monthSeconds);
  return everySecond + (count - everySecond) * assumptions.tracedShare;
};

/**
 * Requests to KMS for the table's key, and readings of the signing key, which each cost one more: at most one for a call and
 * connection, and at most one in five minutes for a container and connection.
 */
const keyRequestsOf = (row: LedgerRow, count: number) => {
  const { signs }: OperationDefinition = contract[row.operation];
  const busy = (assumptions.busiest * count * milliseconds(row)) / 1_000 / assumptions.monthSeconds;
  const readings = Math.min(
    count,
    Math.max(1, Math.ceil(busy)) * (assumptions.monthSeconds / assumptions.tableKeySeconds),
  );
  const connections = row.calls - row.rounds + 1;
  const secrets = signs === true ? readings : 0;
  return { requests: readings * connections + secrets, secrets };
};

const findRow = (rows: readonly LedgerRow[], operation: OperationName, name: string): LedgerRow => {
  const row = rows.find((each) => each.operation === operation && each.name === name);
  if (row === undefined) throw new Error(`The ledger has no ${operation} ${name}.`);
  return row;
};

const dollars = (amount: number): number => round(amount, 3);

/** Dollars a month for keeping a consent, with its backup. */
const keepingPrice = ({ storedBytes, tableBytes }: LedgerRow, prices: Prices): number =>
  (storedBytes / gigabyte) * prices.storedGigabyteMonth + (tableBytes / gigabyte) * prices.backedUpGigabyteMonth;

/** The calls of a customer, each with its row. */
const rowsOf = (rows: readonly LedgerRow[], { calls }: Customer) =>
  calls.map(([operation, name, count]) => ({ row: findRow(rows, operation, name), count }));

/** Dollars of a customer's month, but for what the stage costs before anything is called. */
const monthlyBill = (rows: readonly LedgerRow[], customer: Customer, prices: Prices) => {
  const perCall = rowsOf(rows, customer).map(({ row, count }) => {
    const { keys, ...parts } = pricePerMillion(row, prices);
    const { requests, secrets } = keyRequestsOf(row, count);
    const keyReads = requests * prices.millionKeyRequests + secrets * prices.millionSecretReads;
    const ofMonth = { keys: keys * count + keyReads, traces: tracesOf(count) * prices.millionTraces };
    return { parts, ofMonth, count };
  });
  const part = (name: keyof (typeof perCall)[number]['parts']): number =>
    perCall.reduce((total, { parts, count }) => total + (parts[name] * count) / million, 0);
  const monthPart = (name: 'keys' | 'traces'): number =>
    perCall.reduce((total, { ofMonth }) => total + ofMonth[name] / million, 0);
  return {
    dynamoDb: part('dynamoDb'),
    lambda: part('lambda'),
    apiGateway: part('apiGateway'),
    logs: part('logs'),
    keys: monthPart('keys'),
    traces: monthPart('traces'),
    storage: keepingPrice(findRow(rows, ...addOne), prices) * customer.consentsKept,
    log: logBill(customer, prices),
  };
};

/** The calls that a price is decided by: other calls cost like one of them. The ledger has all. */
const pricedCalls: readonly (readonly [operation: OperationName, ...names: readonly string[]])[] = [
  ['login', ''],
  ['refreshToken', ''],
  [
    'addConsent',
    '1 notice, 3 known keys, a URL as proof',
    '1 notice, 3 known keys, a URL as proof, Idempotency-Key',
    '1 notice, 3 known keys, 10 KB of HTML, Idempotency-Key',
    '1 notice, 3 known keys, 100 KB of HTML',
    '10 notices, 3 known keys, a URL as proof',
  ],
  [
    'searchConsents',
    'by id',
    '20 matches',
    '100,000 matches, first page, first count',
    'all of a project, page in the middle',
  ],
  ['revokeConsent', 'a URL as proof'],
  ['getNotices', '1 notice'],
  ['getEvidence', 'a URL as proof'],
  ['listConsents', '20 of a person', 'none of 100,000 with a name is revoked'],
  ['listDueConsents', '16 whose people agreed again', 'none expires, as far as one call goes'],
  ['requestErasure', '1 consent'],
];

/** What a million calls cost that the ledger has. */
export const callPriceTable = (rows: readonly LedgerRow[], prices: Prices): string =>
  toTable(
    ['a million calls of', 'call', 'DynamoDB $', 'in all $'],
    pricedCalls
      .flatMap(([operation, ...names]) => names.map((name) => findRow(rows, operation, name)))
      .map((row) => {
        const parts = pricePerMillion(row, prices);
        return [`\`${contract[row.operation].path}\``, row.name, dollars(parts.dynamoDb), dollars(sum(parts))];
      }),
  );

/** What keeping a million consents costs, by their proofs. */
export const keepingPriceTable = (rows: readonly LedgerRow[], prices: Prices): string =>
  toTable(
    ['keeping a million consents', 'bytes of one', 'without indexes', '$ a year, with backup'],
    ['a URL as proof', '10 KB of HTML', '100 KB of HTML'].map((proof) => {
      const row = findRow(rows, 'addConsent', `1 notice, 3 known keys, ${proof}`);
      const { storedBytes, tableBytes } = row;
      const price = dollars(keepingPrice(row, prices) * million * 12);
      return [`1 notice, 3 known keys, ${proof}`, storedBytes, tableBytes, price];
    }),
  );

/** Months of customers. @param stage dollars a month before anything is called */
export const customerPriceTable = (rows: readonly LedgerRow[], stage: number, prices: Prices): string =>
  toTable(
    [
      'a month of',
      'in all',
      'DynamoDB',
      'Lambda',
      'API Gateway',
      'logs',
      'keys',
      'traces',
      'storage',
      'the log',
      'the stage',
    ],
    customers.map((customer) => {
      const bill = { ...monthlyBill(rows, customer, prices), stage };
      return [customer.name, ...[sum(bill), ...Object.values(bill)].map(dollars)];
    }),
  );

/**
 * What the table class for infrequent access changes of a customer's month: units of the main table cost more, its bytes less.
 *
 * @returns dollars of a month, and how many consents must be kept until the class costs as much as the standard one
 */
export const infrequentAccess = (rows: readonly LedgerRow[], customer: Customer, prices: Prices) => {
  const units = rowsOf(rows, customer).reduce(
    (total, { row, count }) =>
      total +
      (count / million) *
        (row.read * (prices.infrequentMillionReadUnits - prices.millionReadUnits) +
          row.write * (prices.infrequentMillionWriteUnits - prices.millionWriteUnits)),
    0,
  );
  const { storedBytes } = findRow(rows, ...addOne);
  const saved = (storedBytes / gigabyte) * (prices.storedGigabyteMonth - prices.infrequentStoredGigabyteMonth);
  return { dearer: units, cheaper: saved * customer.consentsKept, breakEven: units / saved };
};

/** From how many months of consents on the table class for infrequent access is cheaper. */
export const tableClassTable = (rows: readonly LedgerRow[], prices: Prices): string =>
  toTable(
    ['a month of', 'calls cost more', 'keeping five years less', 'cheaper from consents', 'of so many months'],
    customers.map((customer) => {
      const { dearer, cheaper, breakEven } = infrequentAccess(rows, customer, prices);
      const months = (breakEven / customer.consentsKept) * 60;
      return [customer.name, dollars(dearer), dollars(cheaper), round(breakEven), round(months, 2)];
    }),
  );
