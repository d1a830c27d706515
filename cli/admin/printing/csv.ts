import type { Options } from 'csv-stringify/sync';
import { stringify } from 'csv-stringify/sync';
import { tame } from '../../../shared/schema/visible-text.ts';
import type { Row } from './output.ts';

/** The option of commands that print CSV. `--json` excludes it. */
export const csvOption = ['--csv', 'print CSV, for spreadsheets'] as const;

/**
 * Where a formula would begin: at the beginning, also after white space; and after a semicolon, a tab or a line break, which spreadsheets of
 * many languages take for the end of a cell. The last four are `=`, `+`, `-` and `@` in full width.
 */
const formula =
  /^(?=\s*[=+\-@\uff1d\uff0b\uff0d\uff20])|(?<=[;\t\r\n])(?=[^\S;\t\r\n]*[=+\-@\uff1d\uff0b\uff0d\uff20])/gu;

/** Most texts: they begin with a letter or a digit, and hold nothing that the rest is about. A million rows have nine million of them. */
const plain = /^[A-Za-z0-9][\x20-\x3a\x3c-\x7e]*$/;

/** Text that no spreadsheet takes for a formula, and no terminal for a command. Tabs and line breaks stay. */
const toCell = (text: string): string =>
  plain.test(text) ? text : text.replace(/[^\t\r\n]+/g, tame).replace(formula, "'");

const options: Options = {
  escape_formulas: true,
  cast: { string: toCell, boolean: (value) => (value ? 'yes' : 'no') },
};

/** The first line of a file of CSV in UTF-8: a byte order mark, without which Excel reads letters with accents wrongly, and the header. */
export const toCsvHeader = (columns: readonly string[]): string => stringify([[...columns]], { ...options, bom: true });

/** Lines of CSV below that header. Cells go in as lists: a name with a dot would be taken for a path. */
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
