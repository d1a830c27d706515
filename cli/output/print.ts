import { once } from 'node:events';
import measureWidth from 'fast-string-width';
import { formatTime, isMoment } from '../../shared/runtime/time.ts';
import { maskKeys } from '../../shared/schema/key-mask.ts';
import { escapeInvisible, toJson } from '../../shared/schema/visible-text.ts';
import { CommandError, exitCodes, printErrorAsText } from '../errors.ts';
import { interruption, saySoFar } from '../interruption.ts';
import { printsInFull, printsJson } from './format.ts';
import { namePages } from './pages.ts';
import { clearProgress } from './progress.ts';

/** What a command prints: data for scripts, and the same as text for people. */
export interface Result {
  readonly data: unknown;
  readonly text: string;
  /** The message for people when there is no data. */
  readonly remark?: string;
  /** What a check found; it ends the command with exit code `finding`. */
  readonly finding?: string;
  /** What a check needs and lacks; it ends the command with exit code `notFound`. */
  readonly missing?: string;
}

/** Data printed piece by piece as it is read: it may exceed memory. */
export interface Stream {
  readonly pieces: AsyncIterable<string>;
  readonly remark?: string;
  readonly finding?: string;
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

/** The columns of ids and hashes that commands take by their first characters too. */
const cutColumns: ReadonlySet<string> = new Set(['id', 'consent', 'versionId', 'contentHash']);

/** Characters of them in a table: a time in milliseconds and more, which tells ids apart. */
const shownCharacters = 16;

/** The cells of a column as a table shows them: ids in full if the first characters of two are the same. */
const toColumn = (name: string, cells: readonly Cell[]): readonly Cell[] => {
  if (printsInFull() || !cutColumns.has(name)) return cells;
  const cut = cells.map((cell) => (typeof cell === 'string' ? cell.slice(0, shownCharacters) : cell));
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

/** Writes a message for people as it is. */
export const writeNote = (text: string): void => {
  if (printsJson()) return;
  clearProgress();
  process.stderr.write(text);
};

/** Prints a note for people: what is worked on, what was done, what to do next. */
export const note = (message: string): void => writeNote(`${namePages(message)}\n`);

const writeData = async (text: string): Promise<void> => {
  clearProgress();
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
};

const printPieces = async (pieces: AsyncIterable<string>): Promise<void> => {
  for await (const piece of pieces) {
    interruption().throwIfAborted();
    saySoFar('the printed data is incomplete.');
    await writeData(piece);
  }
};

/** Prints data and nothing else to standard output. */
export const print = async (result: Result | Stream): Promise<void> => {
  if ('pieces' in result) {
    await printPieces(result.pieces);
  } else {
    const output = printsJson() ? toJson(result.data) : result.text;
    if (output !== '') await writeData(`${output}\n`);
  }
  if (result.remark !== undefined) note(result.remark);
};

/** An error for scripts. A fault includes its stack, which a bug report needs. */
const describeError = (error: unknown): object => {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  if (error instanceof CommandError) return { kind: error.kind, exitCode: error.exitCode, message };
  return { kind: 'fault', exitCode: exitCodes.fault, message, stack };
};

/** Prints the error that ended a command to standard error. */
export const printError = (error: unknown): void => {
  clearProgress();
  if (printsJson()) process.stderr.write(`${maskKeys(toJson({ error: describeError(error) }))}\n`);
  else printErrorAsText(error);
};
