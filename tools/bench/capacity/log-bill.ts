import { parseOptions } from '../../../infra/options.ts';
import type { Customer, LogPart } from './prices.ts';
import { assumptions, logParts } from './prices.ts';
import type { Prices } from './region-prices.ts';

const million = 1_000_000;
const gigabyte = 1024 ** 3;
const { memoryMegabytes, logWindowSeconds, checkpointMinutes } = parseOptions({});

/** How often something is done in a month that is done each so many seconds. */
export const runsAMonth = (seconds: number): number => assumptions.monthSeconds / seconds;

/** Dollars for the units of a part. */
export const unitsPrice = ({ read, write }: Pick<LogPart, 'read' | 'write'>, prices: Prices): number =>
  (read * prices.millionReadUnits + write * prices.millionWriteUnits) / million;

/** Dollars for so many milliseconds of a job, and its invocations. */
export const computingPrice = (milliseconds: number, invocations: number, prices: Prices): number =>
  (milliseconds / 1_000) * (memoryMegabytes / 1_024) * prices.gigabyteSecond +
  (invocations * prices.millionInvocations) / million;

/** How many leaves a customer makes in a month, in how many batches and checkpoints, and how many months are kept. */
const countParts = ({ calls, consentsKept }: Customer) => {
  const made = (operation: string) =>
    calls.reduce((total, [name, , count]) => total + (name === operation ? count : 0), 0);
  const leaves = made('addConsent') + made('revokeConsent');
  return {
    leaves,
    batches: Math.min(leaves, runsAMonth(logWindowSeconds) * assumptions.shards),
    checkpoints: Math.min(leaves, runsAMonth(checkpointMinutes * 60)),
    months: consentsKept / made('addConsent'),
  };
};

/**
 * Dollars of a month for the log of a customer's consents and revocations, and for keeping that of all months, of which nothing is
 * ever deleted. Runs of its jobs that find nothing belong to the stage.
 */
export const logBill = (customer: Customer, prices: Prices): number => {
  const { leaves, batches, checkpoints, months } = countParts(customer);
  const { leaf, batch, checkpoint, anchor } = logParts;
  const total = (figure: keyof LogPart): number =>
    leaves * leaf[figure] + batches * batch[figure] + checkpoints * (checkpoint[figure] + anchor[figure]);
  const keyRequests = Math.min(batches, runsAMonth(assumptions.tableKeySeconds) * assumptions.shards);
  const duration = total('calls') * assumptions.callMilliseconds + batches * assumptions.ownMilliseconds;
  const kept = (months * total('bytes')) / gigabyte;
  return (
    unitsPrice({ read: total('read'), write: total('write') }, prices) +
    computingPrice(duration, batches, prices) +
    (batches * prices.millionTraces +
      keyRequests * prices.millionKeyRequests +
      checkpoints * (prices.millionObjects + prices.millionEvents)) /
      million +
    kept * (prices.storedGigabyteMonth + prices.backedUpGigabyteMonth)
  );
};
