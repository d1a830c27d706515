import { usualRows } from '../typed/row-limit.ts';
import { toCsv } from './csv.ts';
import { speaksJson, toJson } from './format.ts';
import type { Result, Row, Stream } from './output.ts';
import { note, toTable } from './output.ts';

/** Rows that are read page by page, of any number. */
export interface Rows<Data> {
  readonly pages: AsyncIterable<readonly Data[]>;
  /** How many are wanted at most, as `limitOption` says; a table without it has `usualRows`, CSV and JSON all. */
  readonly limit: number | undefined;
  readonly csv: boolean | undefined;
  readonly columns: readonly string[];
  readonly toRow: (data: Data) => Row;
  /** What scripts get of a row; the data themselves without it. */
  readonly toData?: (data: Data) => unknown;
  /** The message where there are no rows. */
  readonly none: string;
}

/** The first of them, no matter how the pages are cut. */
async function* takeFirst<Data>(pages: AsyncIterable<readonly Data[]>, limit: number): AsyncGenerator<readonly Data[]> {
  let left = limit;
  for await (const page of pages) {
    yield page.slice(0, left);
    left -= page.length;
    if (left <= 0) return;
  }
}

const indent = (data: unknown): string => `  ${toJson(data).replaceAll('\n', '\n  ')}`;

async function* toJsonArray<Data>(
  pages: AsyncIterable<readonly Data[]>,
  toData: (data: Data) => unknown,
): AsyncGenerator<string> {
  let before = '[';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield `${before}\n${page.map((data) => indent(toData(data))).join(',\n')}`;
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

/** Tells people when there was none: a header alone could be a mistake. */
async function* sayIfNone<Data>(pages: AsyncIterable<readonly Data[]>, none: string): AsyncGenerator<readonly Data[]> {
  let isEmpty = true;
  for await (const page of pages) {
    isEmpty &&= page.length === 0;
    yield page;
  }
  if (isEmpty) note(none);
}

/** What there is, and one more than is wanted if there are so many. */
const collect = async <Data>(pages: AsyncIterable<readonly Data[]>, limit: number): Promise<Data[]> => {
  const found: Data[] = [];
  for await (const page of takeFirst(pages, limit + 1)) found.push(...page);
  return found;
};

/**
 * Prints rows as they are read, as CSV or JSON, so that there may be a million; or as a table, which says when there are more.
 */
export const listRows = async <Data>({
  pages,
  limit,
  csv = false,
  columns,
  toRow,
  toData = (data) => data,
  none,
}: Rows<Data>): Promise<Result | Stream> => {
  const wanted = limit === undefined ? pages : takeFirst(pages, limit);
  if (speaksJson()) return { pieces: toJsonArray(wanted, toData) };
  if (csv) return { pieces: toCsv(columns, mapPages(sayIfNone(wanted, none), toRow)) };
  const most = limit ?? usualRows;
  const found = await collect(pages, most);
  const table = toTable(found.slice(0, most).map(toRow), none);
  return found.length > most
    ? { ...table, remark: `There are more than these ${most}; say --limit, or --csv for all.` }
    : table;
};
