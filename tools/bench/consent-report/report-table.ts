import { round, toTable } from '../report.ts';
import type { ReportRun } from './run-report.ts';

const megabyte = 1_000_000;

/** A row for each size of register. */
export const reportTable = (runs: readonly ReportRun[]): string =>
  toTable(
    ['consents', 'read units', 'rows', 'peak memory, MB', 'seconds'],
    runs.map(({ read, rows, peak, seconds }) => [
      read.consents.toLocaleString('en'),
      read.readUnits,
      rows.length,
      round(peak / megabyte),
      round(seconds, 2),
    ]),
  );
