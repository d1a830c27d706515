import { stat } from 'node:fs/promises';
import * as v from 'valibot';
import { checkConsents } from '../../../shared/consents/checking/check.ts';
import type { CheckedPerson } from '../../../shared/consents/checking/check-answer.ts';
import { GivenPerson } from '../../../shared/consents/checking/check-request.ts';
import type { FindableValues } from '../../../shared/consents/evidence.ts';
import { findableValues, GivenUserData } from '../../../shared/consents/evidence.ts';
import { limits } from '../../../shared/limits.ts';
import { tame } from '../../../shared/schema/visible-text.ts';
import type { Table } from '../../../shared/store/client.ts';
import { getItem } from '../../../shared/store/get.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { CommandError } from '../../command-error.ts';
import type { CsvRecord } from '../../csv-records.ts';
import { readCsvRecords } from '../../csv-records.ts';
import { speaksJson } from '../../printing/format.ts';
import type { Stream } from '../../printing/output.ts';
import { note } from '../../printing/output.ts';
import { countEach, watchReading } from '../../printing/progress.ts';
import { toJsonArray } from '../../printing/rows.ts';
import { encodingOfMark, readText } from '../../text-stream.ts';
import { failReading } from '../../typed-values.ts';

/** A file of people, one in each row below a header. */
export interface PeopleFile {
  readonly file: string;
  readonly delimiter: string;
  /** The columns that name people. Default: all. */
  readonly by: readonly string[] | undefined;
}

/** Whom to ask about. */
interface Question {
  readonly table: Table;
  readonly accountId: string;
  readonly pid: number;
}

/**
 * The rows of a file, each with what the register says of its person. The file is read twice, and never whole: nothing
 * is printed of one that has a wrong row.
 *
 * @throws CommandError usage when the file is no list of people
 */
export const checkFile = async (question: Question, people: PeopleFile): Promise<Stream> => {
  await needFile(people);
  const inspected = await inspect(people);
  const { header, isMarked } = inspected;
  const pages = watchReading(
    (onRead) => checkAll(question, header, readRows(people, inspected), onRead),
    'people checked',
  );
  const toData = ({ cells, allowed, reason }: CheckedRow) => ({
    ...Object.fromEntries(header.names.map((name, i) => [name, cells[i]])),
    allowed,
    reason,
  });
  return { pieces: speaksJson() ? toJsonArray(pages, toData) : toCsv(people, header, isMarked, pages) };
};

/** The names of the columns, and which of them name people. */
interface Header {
  readonly raw: string;
  readonly names: readonly string[];
  readonly asked: readonly number[];
}

interface Row {
  readonly raw: string;
  readonly cells: readonly string[];
  readonly values: FindableValues;
}

type CheckedRow = Row & CheckedPerson;

const added = ['allowed', 'reason'];

const refuse = (message: string): CommandError => new CommandError(message, 'usage');

/** A pipe cannot be read twice. Reading a folder fails by itself, with words of its own. @throws CommandError usage */
const needFile = async ({ file }: PeopleFile): Promise<void> => {
  const found = await stat(file).catch(failReading(file));
  if (!found.isFile() && !found.isDirectory())
    throw refuse(`${tame(file)} cannot be read twice, as a pipe cannot. Save the people in a file first.`);
};

/** A name that no map may have is dropped from userData. */
const isKey = (name: string): boolean => {
  const read = v.safeParse(GivenUserData, { [name]: 'x' });
  return read.success && Object.hasOwn(read.output, name);
};

/** @throws CommandError usage */
const readHeader = ({ file, delimiter, by }: PeopleFile, { raw, cells }: CsvRecord): Header => {
  const names = cells.map((name) => name.trim());
  const told = `The first line of ${tame(file)}`;
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw refuse(`${told} names the column "${tame(twice)}" twice. Rename one.`);
  const ours = names.find((name) => added.includes(name));
  if (ours !== undefined) throw refuse(`${told} has a column "${ours}", which the answer adds. Rename it.`);
  const wanted = by ?? names;
  const missing = wanted.find((name) => !names.includes(name));
  if (missing !== undefined)
    throw refuse(
      `${told} has no column "${tame(missing)}". It has ${names.map(tame).join(', ')}, by the delimiter "${tame(delimiter)}".`,
    );
  const wrong = wanted.find((name) => !isKey(name));
  if (wrong !== undefined)
    throw refuse(`${told} names its columns as keys of userData, such as email. "${tame(wrong)}" cannot be one.`);
  return { raw, names, asked: wanted.map((name) => names.indexOf(name)) };
};

/** The person of a row, or what is wrong with it. */
const readRow = (header: Header, { raw, cells }: CsvRecord): Row | string => {
  const { names, asked } = header;
  if (cells.length !== names.length)
    return `has ${countEach(cells.length, 'cell')}, but the header has ${names.length}`;
  const given = Object.fromEntries(asked.map((at) => [names[at], cells[at]]));
  const isLong = asked.find((at) => !v.is(GivenUserData, { [names[at] ?? '']: cells[at] }));
  if (isLong !== undefined)
    return `has a value of ${tame(names[isLong] ?? '')} that no consent can have: it may be too long`;
  const person = v.safeParse(GivenPerson, given);
  if (!person.success) return `has no value of ${asked.map((at) => tame(names[at] ?? '')).join(' or ')}`;
  return { raw, cells, values: findableValues(person.output) };
};

/** The header, then each row or what is wrong with it, by its line. */
async function* readFile(
  people: PeopleFile,
  onBytes?: (bytes: Buffer) => void,
): AsyncGenerator<{ readonly header: Header; readonly line: number; readonly row?: Row | string }> {
  let header: Header | undefined;
  const pieces = readText(people.file, 'utf-8', onBytes);
  for await (const record of readCsvRecords(people.file, pieces, people.delimiter)) {
    if (header === undefined) {
      header = readHeader(people, record);
      yield { header, line: record.line };
    } else yield { header, line: record.line, row: readRow(header, record) };
  }
}

/** How many wrong rows a message lists at most. */
const toldRows = 20;

/** What a file without a wrong row has. */
interface Inspected {
  readonly header: Header;
  readonly isMarked: boolean;
  readonly rows: number;
}

/** Reads the whole file for what is wrong with it. @throws CommandError usage */
const inspect = async (people: PeopleFile): Promise<Inspected> => {
  let header: Header | undefined;
  let rows = 0;
  let wrong = 0;
  const told: string[] = [];
  const marks: boolean[] = [];
  const read = readFile(people, (bytes) => {
    if (marks.length === 0) marks.push(encodingOfMark(bytes) === 'utf-8');
  });
  for await (const entry of read) {
    header = entry.header;
    if (typeof entry.row === 'object') rows += 1;
    if (typeof entry.row !== 'string') continue;
    wrong += 1;
    if (told.length < toldRows) told.push(`Line ${entry.line} ${entry.row}.`);
  }
  const { file } = people;
  if (header === undefined)
    throw refuse(
      `${tame(file)} is empty. Its first line names keys of userData, such as email, and each other a person.`,
    );
  if (wrong > 0) {
    const more = wrong > told.length ? [`... and ${(wrong - told.length).toLocaleString('en')} more`] : [];
    throw refuse(
      [`${countEach(wrong, 'row')} of ${tame(file)} cannot be checked, so nobody was.`, ...told, ...more].join('\n'),
    );
  }
  return { header, isMarked: marks[0] ?? false, rows };
};

/** The rows of a file that was inspected. @throws CommandError usage when it has changed since */
async function* readRows(people: PeopleFile, inspected: Inspected): AsyncGenerator<Row> {
  const changed = () => refuse(`${tame(people.file)} was changed while it was read. Check it again.`);
  let rows = 0;
  for await (const { header, row } of readFile(people)) {
    if (typeof row === 'string' || header.raw !== inspected.header.raw) throw changed();
    if (row === undefined) continue;
    rows += 1;
    yield row;
  }
  if (rows !== inspected.rows) throw changed();
}

/** What the operation `check` answers, of the moment. */
const check = async ({ table, accountId, pid }: Question, rows: readonly Row[]) => {
  const request = { pid, people: rows.map(({ values }) => values) };
  const head = await getItem(table, keyOf.notice(accountId, pid));
  return checkConsents(table, { accountId, request, now: new Date() }, head);
};

/** As many rows at a time as a call of the operation has people; at the end a line for people says how it went. */
async function* checkAll(
  question: Question,
  { names, asked }: Header,
  rows: AsyncIterable<Row>,
  onRead: (count: number) => void,
): AsyncGenerator<readonly CheckedRow[]> {
  const counts = new Map<string, number>();
  let shared = 0;
  const checkRows = async (some: readonly Row[]): Promise<readonly CheckedRow[]> => {
    const { data, shared: sharedOfThese } = await check(question, some);
    shared += sharedOfThese;
    const checked = some.map((row, i): CheckedRow => ({ ...row, ...(data[i] ?? { allowed: false, reason: 'none' }) }));
    for (const { reason } of checked) counts.set(reason ?? 'allowed', (counts.get(reason ?? 'allowed') ?? 0) + 1);
    onRead(some.length);
    return checked;
  };
  let batch: Row[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < limits.people) continue;
    yield await checkRows(batch);
    batch = [];
  }
  if (batch.length > 0) yield await checkRows(batch);
  tell(
    counts,
    shared,
    asked.map((at) => names[at] ?? ''),
  );
}

const tell = (counts: ReadonlyMap<string, number>, shared: number, keys: readonly string[]): void => {
  const sum = [...counts.values()].reduce((total, count) => total + count, 0);
  const reasons = [...counts].filter(([name]) => name !== 'allowed');
  const not = reasons.map(([name, count]) => `${count.toLocaleString('en')} ${name}`).join(', ');
  const allowed = (counts.get('allowed') ?? 0).toLocaleString('en');
  note(`Checked ${countEach(sum, 'row')}: ${allowed} allowed${not === '' ? '' : `, ${not}`}.`);
  if (sum > 0 && shared === 0 && counts.get('none') === sum)
    note(
      `No consent to the notice is found by ${keys.map(tame).join(' and ')}. Columns are keys of userData, in the same capitals, such as email.`,
    );
  if (shared > 0)
    note(
      `${countEach(shared, 'person')} of them cannot be told, because more than ${limits.consentsOfValue} consents share the value: name people by a value that few share.`,
    );
};

async function* toCsv(
  { delimiter }: PeopleFile,
  { raw }: Header,
  isMarked: boolean,
  pages: AsyncIterable<readonly CheckedRow[]>,
): AsyncGenerator<string> {
  const join = (...cells: readonly string[]): string => `${cells.join(delimiter)}\n`;
  yield `${isMarked ? '\ufeff' : ''}${join(raw, ...added)}`;
  for await (const rows of pages)
    yield rows.map((row) => join(row.raw, String(row.allowed), row.reason ?? '')).join('');
}
