import { indentJson } from '../../shared/schema/visible-text.ts';
import { usualRows } from '../input/values.ts';
import { toCsv } from './csv.ts';
import { printsJson } from './format.ts';
import type { Result, Row, Stream } from './print.ts';
import { note, toTable } from './print.ts';

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
