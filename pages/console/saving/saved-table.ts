import type { CsvRow } from '../../../shared/schema/csv.ts';
import { toCsvHeader, toCsvLines } from '../../../shared/schema/csv.ts';

/** A column of a saved table. */
export interface SavedColumn<Row> {
  /** Its cell in the first line, which no other column has. */
  readonly name: string;
  readonly cell: (row: Row) => CsvRow[string];
}

/** A CSV file that grows page by page. Each page becomes a `Blob`, which the browser may keep on disk. */
export interface TableDraft<Row> {
  readonly add: (rows: readonly Row[]) => void;
  readonly count: () => number;
  readonly file: () => Blob;
}

export const newTableDraft = <Row>(columns: readonly SavedColumn<Row>[]): TableDraft<Row> => {
  const names = columns.map(({ name }) => name);
  const toRow = (row: Row): CsvRow => Object.fromEntries(columns.map(({ name, cell }) => [name, cell(row)]));
  const pages: Blob[] = [new Blob([toCsvHeader(names)])];
  let count = 0;
  return {
    add: (rows) => {
      pages.push(new Blob([toCsvLines(names, rows.map(toRow))]));
      count += rows.length;
    },
    count: () => count,
    file: () => new Blob(pages, { type: 'text/csv' }),
  };
};

/** The name of a file: what it lists and when it was begun, in UTC, and nothing about a person. */
export const nameTable = (what: string, begun: Date): string =>
  `${what}-${begun.toISOString().slice(0, 19).replaceAll(':', '-')}Z.csv`;
