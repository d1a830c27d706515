import measureWidth from 'fast-string-width';
import { formatTime, isMoment } from '../../shared/runtime/time.ts';
import type { CsvRow } from '../../shared/schema/csv.ts';
import { toCsvHeader, toCsvLines } from '../../shared/schema/csv.ts';
import { escapeInvisible, indentJson } from '../../shared/schema/visible-text.ts';
import { usualRows } from '../input/values.ts';
import { printsInFull, printsJson } from './format.ts';
import type { Result, Stream } from './print.ts';
import { note } from './print.ts';

/** Rows that are read page by page. */
export interface Rows<Data> {
  readonly pages: AsyncIterable<readonly Data[]>;
  /** The limit from `limitOption`; by default a table shows `usualRows`, CSV and JSON all. */
  readonly limit: number | undefined;
  readonly csv: boolean | undefined;
  readonly columns: readonly string[];
  readonly toRow: (data: Data) => Row;
  /** The rows of a table, which may say more than those of CSV; by default the same. */
  readonly toTableRows?: (found: readonly Data[]) => Promise<readonly Row[]>;
  /** The form of a row for scripts; by default the row itself. */
  readonly toData?: (data: Data) => unknown;
  /** The message for no rows. */
  readonly none: string;
}

/** The first rows, independent of page boundaries. */
async function* takeFirst<Data>(pages: AsyncIterable<readonly Data[]>, limit: number): AsyncGenerator<readonly Data[]> {
  let left = limit;
  for await (const page of pages) {
    yield page.slice(0, left);
    left -= page.length;
    if (left <= 0) return;
  }
}

/** Rows as a JSON array, page by page. */
export async function* toJsonArray<Data>(
  pages: AsyncIterable<readonly Data[]>,
  toData: (data: Data) => unknown,
): AsyncGenerator<string> {
  let before = '[';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield `${before}\n${page.map((data) => `  ${indentJson(toData(data), 2)}`).join(',\n')}`;
    before = ',';
  }
  yield before === '[' ? '[]\n' : '\n]\n';
}

async function* mapPages<Data, Other>(
  pages: AsyncIterable<readonly Data[]>,
  change: (data: Data) => Other,
): AsyncGenerator<readonly Other[]> {
  for await (const page of pages) yield page.map(change);
}

/** Prints a message if there are no rows: a header alone could look like a mistake. */
async function* sayIfNone<Data>(pages: AsyncIterable<readonly Data[]>, none: string): AsyncGenerator<readonly Data[]> {
  let isEmpty = true;
  for await (const page of pages) {
    isEmpty &&= page.length === 0;
    yield page;
  }
  if (isEmpty) note(none);
}

/** Reads at most one row more than the limit. */
const collect = async <Data>(pages: AsyncIterable<readonly Data[]>, limit: number): Promise<Data[]> => {
  const found: Data[] = [];
  for await (const page of takeFirst(pages, limit + 1)) found.push(...page);
  return found;
};

/**
 * Prints rows as they are read, as CSV or JSON of any length, or as a table that says when there are more.
 */
export const listRows = async <Data>({
  pages,
  limit,
  csv = false,
  columns,
  toRow,
  toTableRows = async (found) => found.map(toRow),
  toData = (data) => data,
  none,
}: Rows<Data>): Promise<Result | Stream> => {
  const wanted = limit === undefined ? pages : takeFirst(pages, limit);
  if (printsJson()) return { pieces: toJsonArray(wanted, toData) };
  if (csv) return { pieces: toCsv(columns, mapPages(sayIfNone(wanted, none), toRow)) };
  const most = limit ?? usualRows;
  const found = await collect(pages, most);
  const table = toTable(await toTableRows(found.slice(0, most)), none);
  return found.length > most
    ? { ...table, remark: `Only the first ${most} are shown. Use --limit for more, or --csv for all.` }
    : table;
};

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

/** A value of a row or of a list of details. */
export type Cell = string | number | boolean | undefined;

/** Cells by column name. */
export type Row = Readonly<Record<string, Cell>>;

const toText = (cell: Cell): string => {
  if (cell === undefined) return '';
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  if (typeof cell === 'number') return String(cell);
  return isMoment(cell) ? formatTime(new Date(cell)) : escapeInvisible(cell);
};

/** A name of JSON as people read it: `created` for `createdAt`, `content hash` for `contentHash`. */
const toHeading = (name: string): string =>
  name.replace(/(?<=[a-z])At$/, '').replaceAll(/(?<=[a-z])[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);

/** Rows in columns, below one another. */
export const align = (rows: readonly (readonly Cell[])[]): string => {
  const texts = rows.map((row) => row.map(toText));
  const widths: number[] = [];
  for (const row of texts) {
    for (const [i, text] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, measureWidth(text));
  }
  const pad = (text: string, i: number): string => text + ' '.repeat((widths[i] ?? 0) - measureWidth(text));
  return texts.map((row) => row.map(pad).join('  ').trimEnd()).join('\n');
};

/** Whether every line fits the terminal, if there is one. A terminal of unknown width reports 0. */
const fits = (text: string): boolean => {
  const { isTTY, columns } = process.stdout;
  return !isTTY || columns === 0 || text.split('\n').every((line) => measureWidth(line) <= columns);
};

/** Rows one below the other, each as names and values, without empty values. */
const stack = (rows: readonly Row[]): string =>
  align(
    rows.flatMap((row, i) => [
      ...(i === 0 ? [] : [['', '']]),
      ...toPairs(row).filter(([, cell]) => toText(cell) !== ''),
    ]),
  );

const toPairs = (details: Row): readonly [string, Cell][] =>
  Object.entries(details).map(([name, cell]) => [toHeading(name), cell]);

/** The columns of ids and hashes that commands accept by their first characters too. */
const cutColumns: ReadonlySet<string> = new Set([
  'id',
  'account',
  'request',
  'consent',
  'consentId',
  'versionId',
  'contentHash',
]);

/** An id or a hash that a cell begins with. A name of an account is none. */
const longId = /^[\da-f]{32,}(?![^ ])/;

/** Characters of them in a table: a time in milliseconds and more, which distinguishes ids. */
const shownCharacters = 16;

/** The cells of a column as a table shows them: ids in full if the first characters of two are the same. */
const toColumn = (name: string, cells: readonly Cell[]): readonly Cell[] => {
  if (printsInFull() || !cutColumns.has(name)) return cells;
  const cut = cells.map((cell) =>
    typeof cell === 'string' ? cell.replace(longId, (id) => id.slice(0, shownCharacters)) : cell,
  );
  return new Set(cut).size === new Set(cells).size ? cut : cells;
};

/**
 * Rows below a header, or one by one if the terminal is too narrow; a remark if there are
 * none.
 *
 * @param data for scripts; by default the rows
 * @param details the rows with more columns, for showing them one by one
 */
export const toTable = (
  rows: readonly Row[],
  none: string,
  data: unknown = rows,
  details: readonly Row[] = rows,
): Result => {
  const [first] = rows;
  if (first === undefined) return { data, text: '', remark: none };
  const names = Object.keys(first);
  const columns = names.map((name) =>
    toColumn(
      name,
      rows.map((row) => row[name]),
    ),
  );
  const lines = rows.map((_, i) => columns.map((column) => column[i]));
  const table = align([names.map(toHeading), ...lines]);
  return { data, text: fits(table) ? table : stack(details) };
};

/**
 * The short name of a caller: the user or session at the end of an ARN, such as `grace` in
 * `arn:aws:sts::123456789012:assumed-role/Operator/grace`. Other names stay as they are, such as `local:ada`.
 */
export const shortenCaller = (by: string): string => (by.startsWith('arn:') ? (by.split(/[/:]/).at(-1) ?? by) : by);

/** Names and values, one below the other. */
export const toDetails = (details: Row, data: unknown = details): Result => ({
  data,
  text: align(toPairs(details)),
});
