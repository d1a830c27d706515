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

const header = [
  'operation',
  'call',
  'DynamoDB calls',
  'in a row',
  'read units',
  'write units',
  'bytes stored',
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
