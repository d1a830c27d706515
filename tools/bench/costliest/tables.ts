import { parseOptions } from '../../../infra/options.ts';
import { contract } from '../../../shared/contract.ts';
import { limits } from '../../../shared/limits.ts';
import { prices } from '../capacity/region-prices.ts';
import { round, toTable } from '../report.ts';
import type { Cost } from './measure.ts';

/** Requests a minute that a stage takes by default, regardless of the caller. */
const requestsPerMinute = parseOptions({}).requestsPerSecond * 60;

/** Dollars of DynamoDB for a million of them. */
const dollars = ({ read, write }: Cost): number => read * prices.millionReadUnits + write * prices.millionWriteUnits;

/** How many an account can send in a minute before its budget or the stage refuses more. */
const mostPerMinute = ({ counted }: Cost): number =>
  Math.min(
    requestsPerMinute,
    counted === 0 ? Number.POSITIVE_INFINITY : Math.ceil(limits.searchUnitsPerMinute / counted),
  );

const thousands = (units: number): number => round(units / 1_000);

/** Costly requests, the costliest for each byte sent first, and the most of each that one account can take in a minute. */
export const costliestTables = (costs: readonly Cost[]): string => {
  const sorted = [...costs].sort((one, other) => dollars(other) / other.sentBytes - dollars(one) / one.sentBytes);
  const perByte = sorted.map((cost) => [
    `\`${contract[cost.operation].path}\``,
    cost.name,
    cost.status,
    cost.sentBytes,
    round(cost.answerBytes / 1_024),
    cost.read,
    cost.write,
    round(cost.read / cost.sentBytes),
    round(cost.write / cost.sentBytes),
    round(dollars(cost)),
  ]);
  const perMinute = sorted.map((cost) => {
    const most = mostPerMinute(cost);
    return [
      cost.name,
      cost.counted,
      most,
      thousands(most * cost.read),
      thousands(most * cost.write),
      round((most * dollars(cost)) / 1_000_000),
    ];
  });
  return [
    toTable(
      [
        'operation',
        'call',
        'status',
        'bytes sent',
        'KB answered',
        'read units',
        'write units',
        'read units a byte',
        'write units a byte',
        '$ a million',
      ],
      perByte,
    ),
    '',
    toTable(
      ['one account', 'counted by its budget', 'a minute, at most', 'thousand read units', 'thousand write units', '$'],
      perMinute,
    ),
  ].join('\n');
};
