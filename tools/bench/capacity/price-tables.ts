import { parseOptions } from '../../../infra/options.ts';
import { memorySize } from '../../../infra/stack.ts';
import type { OperationName } from '../../../shared/contract.ts';
import { contract } from '../../../shared/contract.ts';
import { round, toTable } from '../report.ts';
import type { LedgerRow } from './ledger.ts';
import type { Customer } from './prices.ts';
import { addOne, assumptions, customers, prices } from './prices.ts';

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
export const pricePerMillion = (row: Paid) => {
  const gigabyteSeconds = (milliseconds(row) / 1_000) * (memorySize(row.operation, options) / 1_024) * million;
  return {
    dynamoDb: row.read * prices.millionReadUnits + row.write * prices.millionWriteUnits,
    lambda: prices.millionInvocations + gigabyteSeconds * prices.gigabyteSecond,
    apiGateway: prices.millionApiRequests,
    logs: ((assumptions.loggedBytes * million) / gigabyte) * prices.loggedGigabyte,
    kms: 'attests' in contract[row.operation] ? prices.millionSignatures : 0,
  };
};

export const sum = (parts: Readonly<Record<string, number>>): number =>
  Object.values(parts).reduce((total, part) => total + part, 0);

const findRow = (rows: readonly LedgerRow[], operation: OperationName, name: string): LedgerRow => {
  const row = rows.find((each) => each.operation === operation && each.name === name);
  if (row === undefined) throw new Error(`The ledger has no ${operation} ${name}.`);
  return row;
};

const dollars = (amount: number): number => round(amount, 3);

/** Dollars a month for keeping a consent, with its backup. */
const keepingPrice = ({ storedBytes }: LedgerRow): number =>
  (storedBytes / gigabyte) * (prices.storedGigabyteMonth + prices.backedUpGigabyteMonth);

/** Dollars of a customer's month, but for what the stage costs before anything is called. */
const monthlyBill = (rows: readonly LedgerRow[], { calls, consentsKept }: Customer) => {
  const perCall = calls.map(([operation, name, count]) => {
    const parts = pricePerMillion(findRow(rows, operation, name));
    return { ...parts, count: count / million };
  });
  const part = (name: keyof ReturnType<typeof pricePerMillion>): number =>
    perCall.reduce((total, each) => total + each[name] * each.count, 0);
  return {
    dynamoDb: part('dynamoDb'),
    lambda: part('lambda'),
    apiGateway: part('apiGateway'),
    logs: part('logs'),
    storage: keepingPrice(findRow(rows, ...addOne)) * consentsKept,
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
];

/** What a million calls cost that the ledger has. */
export const callPriceTable = (rows: readonly LedgerRow[]): string =>
  toTable(
    ['a million calls of', 'call', 'DynamoDB $', 'in all $'],
    pricedCalls
      .flatMap(([operation, ...names]) => names.map((name) => findRow(rows, operation, name)))
      .map((row) => {
        const parts = pricePerMillion(row);
        return [`\`${contract[row.operation].path}\``, row.name, dollars(parts.dynamoDb), dollars(sum(parts))];
      }),
  );

/** What keeping a million consents costs, by their proofs. */
export const keepingPriceTable = (rows: readonly LedgerRow[]): string =>
  toTable(
    ['keeping a million consents', 'bytes of one', '$ a year, with backup'],
    ['a URL as proof', '10 KB of HTML', '100 KB of HTML'].map((proof) => {
      const row = findRow(rows, 'addConsent', `1 notice, 3 known keys, ${proof}`);
      return [`1 notice, 3 known keys, ${proof}`, row.storedBytes, dollars(keepingPrice(row) * million * 12)];
    }),
  );

/** Months of customers. @param stage dollars a month before anything is called */
export const customerPriceTable = (rows: readonly LedgerRow[], stage: number): string =>
  toTable(
    ['a month of', 'in all $', 'DynamoDB $', 'Lambda $', 'API Gateway $', 'logs $', 'storage $', 'the stage $'],
    customers.map((customer) => {
      const bill = { ...monthlyBill(rows, customer), stage };
      return [customer.name, ...[sum(bill), ...Object.values(bill)].map(dollars)];
    }),
  );
