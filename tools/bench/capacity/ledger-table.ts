import { contract } from '../../../shared/contract.ts';
import { round, toTable } from '../report.ts';
import type { LedgerRow } from './ledger.ts';

/** The ledger of a register of so many consents. */
export interface Level {
  readonly consents: number;
  readonly rows: readonly LedgerRow[];
}

/** One figure when it is the same at all levels, otherwise all of them. */
const acrossLevels = (figures: readonly number[]): string | number =>
  new Set(figures).size === 1 ? (figures[0] ?? 0) : figures.join(' / ');

const kilobytes = (bytes: number): number => round(bytes / 1024, 2);

/** Writes the ledgers of several levels as one table. */
export const ledgerTable = (levels: readonly Level[]): string => {
  const sizes = levels.map(({ consents }) => consents.toLocaleString('en')).join(' / ');
  const last = levels.at(-1)?.rows ?? [];
  const rows = last.map((row, i) => {
    const across = (figure: (row: LedgerRow) => number) =>
      acrossLevels(levels.map((level) => figure(level.rows[i] ?? row)));
    return [
      `\`${contract[row.operation].path}\``,
      row.name,
      across(({ calls }) => calls),
      across(({ rounds }) => rounds),
      across(({ read }) => read),
      across(({ write }) => write),
      row.storedBytes,
      kilobytes(row.storeBytes),
      kilobytes(row.answerBytes),
    ];
  });
  return [
    `Consents in the register: ${sizes}. Where one figure stands, it was the same for all of these.`,
    '',
    toTable(
      [
        'operation',
        'call',
        'DynamoDB calls',
        'in a row',
        'read units',
        'write units',
        'bytes stored',
        'KB from DynamoDB',
        'KB answered',
      ],
      rows,
    ),
  ].join('\n');
};
