import type { CsvRow } from '../../shared/schema/csv.ts';
import { toCsvHeader, toCsvLines } from '../../shared/schema/csv.ts';

/** The option of commands that print CSV. It excludes `--json`. */
export const csvOption = ['--csv', 'print CSV, for spreadsheets'] as const;

/** Rows as CSV below a header, page by page. */
export async function* toCsv(
  columns: readonly string[],
  pages: AsyncIterable<readonly CsvRow[]> | Iterable<readonly CsvRow[]>,
): AsyncGenerator<string> {
  yield toCsvHeader(columns);
  for await (const rows of pages) yield toCsvLines(columns, rows);
}
