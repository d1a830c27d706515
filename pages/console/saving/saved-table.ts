import type { CsvRow } from '../../../shared/csv.ts';
import { toCsvHeader, toCsvLines } from '../../../shared/csv.ts';

/** A CSV file that grows page by page. Each page becomes a `Blob`, which the browser may keep on disk. */
export interface TableDraft {
  readonly add: (rows: readonly CsvRow[]) => void;
  readonly count: () => number;
  readonly file: () => Blob;
}

export const newTableDraft = (columns: readonly string[]): TableDraft => {
  const pages: Blob[] = [new Blob([toCsvHeader(columns)])];
  let count = 0;
  return {
    add: (rows) => {
      pages.push(new Blob([toCsvLines(columns, rows)]));
      count += rows.length;
    },
    count: () => count,
    file: () => new Blob(pages, { type: 'text/csv' }),
  };
};

/** The name of a file: what it lists and when it was begun, in UTC, and nothing about a person. */
export const nameTable = (what: string, begun: Date): string =>
  `${what}-${begun.toISOString().slice(0, 19).replaceAll(':', '-')}Z.csv`;
