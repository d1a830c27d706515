import { escapeInvisibleLines } from './visible-text.ts';

/** The cells of a row, by column. */
export type CsvRow = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * Where a formula would begin: at the beginning of the text; and after a semicolon, a tab or a line break, which spreadsheets in many
 * languages read as the end of a cell. White space and quotes before it do not count: they are dropped. The last four characters are
 * full-width `=`, `+`, `-` and `@`.
 */
const formula = /(?<=^|[;\t\n])(?=(?:[^\S;\t\n]|")*[=+\-@\uff1d\uff0b\uff0d\uff20])/gu;

/** Most texts: they begin with a letter or digit and have no character of the rule above. A fast path: a million rows have nine million texts. */
const plain = /^[A-Za-z0-9][\x20-\x3a\x3c-\x7e]*$/;

/** Text that no spreadsheet reads as a formula and no terminal as a command. Tabs and line breaks stay. */
const toHarmless = (text: string): string => {
  if (plain.test(text)) return text;
  const harmless = escapeInvisibleLines(text).replace(formula, "'");
  return harmless.startsWith('\t') ? `'${harmless}` : harmless;
};

const toText = (cell: CsvRow[string]): string => {
  if (cell === undefined) return '';
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  return typeof cell === 'string' ? toHarmless(cell) : String(cell);
};

/** A cell in the quotes that RFC 4180 asks for. */
const quote = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const toLine = (cells: readonly CsvRow[string][]): string => `${cells.map((cell) => quote(toText(cell))).join(',')}\n`;

/** The first line of a CSV file in UTF-8: a byte order mark, which Excel needs to read accented letters, and the header. */
export const toCsvHeader = (columns: readonly string[]): string => `\ufeff${toLine(columns)}`;

/** The lines below that header. */
export const toCsvLines = (columns: readonly string[], rows: readonly CsvRow[]): string =>
  rows.map((row) => toLine(columns.map((name) => row[name]))).join('');

/** The text of a cell without the apostrophes that keep spreadsheets from reading a formula. */
export const withoutApostrophe = (text: string): string =>
  text.includes("'")
    ? text.replace(/(?<=^|[;\t\n])'(?=[\t\r]|(?:[^\S;\t\n]|")*[=+\-@\uff1d\uff0b\uff0d\uff20])/gu, '')
    : text;
