import type { Options } from 'csv-stringify/sync';
import { stringify } from 'csv-stringify/sync';
import { tameLines } from '../../shared/schema/visible-text.ts';
import type { Row } from './output.ts';

/** The option of commands that print CSV. It excludes `--json`. */
export const csvOption = ['--csv', 'print CSV, for spreadsheets'] as const;

/**
 * Where a formula would begin: at the beginning of the text; and after a semicolon, a tab or a line break, which spreadsheets in many
 * languages read as the end of a cell. White space and quotes before it do not count: they are dropped. The last four characters are
 * full-width `=`, `+`, `-` and `@`.
 */
const formula = /(?<=^|[;\t\n])(?=(?:[^\S;\t\n]|")*[=+\-@\uff1d\uff0b\uff0d\uff20])/gu;

/** Most texts: they begin with a letter or digit and have no character of the rule above. A fast path: a million rows have nine million texts. */
const plain = /^[A-Za-z0-9][\x20-\x3a\x3c-\x7e]*$/;

/** Text that no spreadsheet reads as a formula and no terminal as a command. Tabs and line breaks stay. */
const toCell = (text: string): string => (plain.test(text) ? text : tameLines(text).replace(formula, "'"));

const options: Options = {
  escape_formulas: true,
  cast: { string: toCell, boolean: (value) => (value ? 'yes' : 'no') },
};

/** The first line of a CSV file in UTF-8: a byte order mark, which Excel needs to read accented letters, and the header. */
export const toCsvHeader = (columns: readonly string[]): string => stringify([[...columns]], { ...options, bom: true });

/** Lines of CSV below that header. Cells are passed as lists: the library would read a name with a dot as a path. */
export const toCsvLines = (columns: readonly string[], rows: readonly Row[]): string =>
  stringify(
    rows.map((row) => columns.map((name) => row[name])),
    options,
  );

/** Rows as CSV below a header, page by page. */
export async function* toCsv(
  columns: readonly string[],
  pages: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield toCsvHeader(columns);
  for await (const rows of pages) yield toCsvLines(columns, rows);
}
