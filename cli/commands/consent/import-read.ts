import * as v from 'valibot';
import type { Nameable } from '../../../shared/consents/exchange/faults.ts';
import { explainIssues, findFaults } from '../../../shared/consents/exchange/faults.ts';
import { ConsentLine } from '../../../shared/consents/exchange/lines.ts';
import { attempt } from '../../../shared/runtime/values.ts';
import { withoutApostrophe } from '../../../shared/schema/csv.ts';
import { isMap } from '../../../shared/schema/scalar.ts';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import { CommandError } from '../../errors.ts';
import type { CsvRecord, FileEntry } from '../../input/records.ts';
import { isUtf8, lineCharacters, readCsvRecords, readText } from '../../input/records.ts';
import type { Mapped, Mapping, MappingWork } from './import-mapping.ts';
import { cellsOfJson, columnsOf, recordMapper } from './import-mapping.ts';

/** A record of a file, and its outcome; or the header of a CSV file. */
export interface SourceRecord extends FileEntry {
  /** Set if there are several files. */
  readonly file?: string;
  readonly mapped: Mapped | { readonly isHeader: true };
}

/** What to import. It can be read more than once. */
export interface RecordSource {
  readonly read: (onBytes?: (bytes: Buffer) => void) => AsyncGenerator<SourceRecord>;
  /** The form of rejected records, in which they can be corrected and imported. */
  readonly rejected: 'csv' | 'jsonl';
  readonly delimiter: string;
  /** The start of the file of rejected lines. A byte order mark marks it as UTF-8, whatever the encoding in the mapping. */
  readonly beginning: '' | typeof byteOrderMark;
}

/** Spreadsheets also need the mark to read accented letters. */
const byteOrderMark = '\ufeff';

/** Records of other software. */
export const openForeignRecords = (file: string, format: 'csv' | 'jsonl', work: MappingWork): RecordSource =>
  format === 'csv' ? openCsvRecords(file, work) : openJsonRecords(file, work);

/** Consents exported by a register, in one file or several. */
export const openExportRecords = (files: readonly string[], nameable: Nameable): RecordSource => ({
  rejected: 'jsonl',
  delimiter: ',',
  beginning: '',
  async *read(onBytes) {
    for (const file of files) {
      for await (const entry of readJsonLines(file, readText(file, 'utf-8', onBytes))) {
        const mapped = checkMapped(mapJson(entry.raw, parseOurs), nameable);
        yield { ...entry, ...(files.length > 1 && { file }), mapped };
      }
    }
  },
});

/** Accepts what is mapped, and rejects what the API would reject. */
const checkMapped = (mapped: Mapped, nameable: Nameable): Mapped => {
  if ('faults' in mapped) return mapped;
  const faults = findFaults(mapped.line, nameable, new Date());
  return faults.length === 0 ? mapped : { faults };
};

/** The columns that rejected lines have in front. */
export const rejectedColumns = ['rejected_line', 'rejected_reason'] as const;

/** Where the columns of the mapping are. */
interface Header {
  readonly at: ReadonlyMap<string, number>;
  /** Columns in all, and up to the last that has a name. */
  readonly width: number;
  readonly named: number;
  /** Columns in front that an import before has added. */
  readonly added: number;
}

/** Characters that nobody sees, which programs copy along, are no part of a name. */
const toColumnName = (cell: string): string =>
  withoutApostrophe(cell)
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim()
    .normalize('NFC');

const countAdded = (names: readonly string[], wanted: readonly string[]): number => {
  const others = names.slice(rejectedColumns.length);
  const isAdded = rejectedColumns.every(
    (name, i) => names[i] === name && (!wanted.includes(name) || others.includes(name)),
  );
  return isAdded ? rejectedColumns.length : 0;
};

const readHeader = (
  file: string,
  cells: readonly string[],
  mapping: Mapping,
  separator: string | undefined,
): Header => {
  const wanted = columnsOf(mapping).map(toColumnName);
  const added = countAdded(cells.map(toColumnName), wanted);
  const names = cells.slice(added).map(toColumnName);
  const missing = wanted.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    const hint =
      separator !== undefined && separator !== mapping.delimiter
        ? ` Its first line says sep=${escapeInvisible(separator)}. Set "delimiter" in the mapping to it.`
        : ' It has one column: check the delimiter in the mapping.';
    throw new CommandError(
      `The first line of ${escapeInvisible(file)} must name its columns, but ${missing.map(escapeInvisible).join(', ')} of the mapping ${missing.length === 1 ? 'is' : 'are'} missing.${names.length === 1 ? hint : ''}`,
      'usage',
    );
  }
  const twice = wanted.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (twice !== undefined) {
    throw new CommandError(
      `${escapeInvisible(file)} has several columns ${escapeInvisible(twice)}. Rename all but one.`,
      'usage',
    );
  }
  const at = new Map(columnsOf(mapping).map((column) => [column, names.indexOf(toColumnName(column))]));
  return { at, width: names.length, named: names.findLastIndex((name) => name !== '') + 1, added };
};

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

/** The delimiter in the line `sep=;` that Excel reads and writes; undefined for any other line. */
export const findSeparator = (raw: string): string | undefined => raw.match(/^\ufeff?"?sep=([^"]?)"?[,;\t|]*$/i)?.[1];

/** A record exactly as the file has it, without its first cells. */
const dropCells = (raw: string, delimiter: string, count: number): string => {
  const escaped = delimiter.replace(/[\\\]^-]/, '\\$&');
  const cell = new RegExp(`^(?:(?:"(?:[^"]|"")*"|[^"${escaped}]*)[${escaped}]){${count}}`);
  return raw.replace(cell, '');
};

const refuseHalf = (file: string, line: number): CommandError =>
  new CommandError(
    `${escapeInvisible(file)} ends in the middle of line ${line}, so it is incomplete. Copy or export it again. Nothing was changed.`,
    'usage',
  );

/** @throws CommandError usage for half a line at the end of the file */
const mapCells = (
  file: string,
  { line, cells, isEnded }: CsvRecord,
  header: Header,
  map: ReturnType<typeof recordMapper>,
): Mapped => {
  const { at, width, named } = header;
  if (!isEnded && cells.length < named) throw refuseHalf(file, line);
  if (Math.max(...at.values()) >= cells.length || !isBlank(cells.slice(width))) {
    return { faults: [`The line has ${cells.length} cells, but the header has ${width}.`] };
  }
  return map((column) => withoutApostrophe(cells[at.get(column) ?? -1] ?? ''));
};

const openCsvRecords = (file: string, work: MappingWork): RecordSource => {
  const { mapping } = work;
  const { delimiter } = mapping;
  const map = recordMapper(work);
  return {
    rejected: 'csv',
    delimiter,
    beginning: byteOrderMark,
    async *read(onBytes) {
      let header: Header | undefined;
      let separator: string | undefined;
      for await (const record of readCsvRecords(file, readText(file, mapping.encoding, onBytes), delimiter)) {
        const { line, raw } = record;
        if (header === undefined) {
          separator ??= findSeparator(raw);
          if (findSeparator(raw) !== undefined || isBlank(record.cells)) continue;
          header = readHeader(file, record.cells, mapping, separator);
          yield { line, raw: dropCells(raw, delimiter, header.added), mapped: { isHeader: true } };
          continue;
        }
        const cells = record.cells.slice(header.added);
        if (isBlank(cells)) continue;
        const mapped = checkMapped(mapCells(file, { ...record, cells }, header, map), work);
        yield { line, raw: dropCells(raw, delimiter, header.added), mapped };
      }
    },
  };
};

const openJsonRecords = (file: string, work: MappingWork): RecordSource => {
  const map = recordMapper(work);
  const { encoding } = work.mapping;
  return {
    rejected: 'jsonl',
    delimiter: ',',
    beginning: isUtf8(encoding) ? '' : byteOrderMark,
    async *read(onBytes) {
      for await (const entry of readJsonLines(file, readText(file, encoding, onBytes))) {
        yield {
          ...entry,
          mapped: checkMapped(
            mapJson(entry.raw, (record) => map(cellsOfJson(record))),
            work,
          ),
        };
      }
    },
  };
};

const mapJson = (raw: string, map: (record: object) => Mapped): Mapped => {
  const { record, text } = parseJsonRecord(raw);
  if (record !== undefined) return map(record);
  const isRecord = attempt(() => isMap(JSON.parse(text))) ?? false;
  return {
    faults: [isRecord ? `The line is nested more than ${mostLevels} levels deep.` : 'The line is not a JSON object.'],
  };
};

/** A consent as a register exported it. */
const parseOurs = (record: object): Mapped => {
  const { success, output, issues } = v.safeParse(ConsentLine, record);
  return success ? { line: output } : { faults: explainIssues(issues) };
};

/** Keeps as text a whole number that would lose digits: ids of other software can have 64 bits. */
const keepDigits = (_name: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value) ? context?.source : value;

/** Only a text with many digits may hold a number too long for JavaScript. */
const parse = (raw: string): unknown => (/\d{16}/.test(raw) ? JSON.parse(raw, keepDigits) : JSON.parse(raw));

/** Levels of a record at most. Functions of the platform that write JSON recurse, and end with their stack. */
const mostLevels = 100;

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1)));

/**
 * What a rejected line says about its rejection. If other software has a member of this name, it is kept as `was`; a
 * line without a record as `text`.
 */
const Rejection = v.object({
  line: v.number(),
  reasons: v.array(v.string()),
  was: v.optional(v.unknown()),
  text: v.optional(v.string()),
});

/** A line of JSON without what an import before has added: the record, if there is one and it is not too deep, and its text. */
export const parseJsonRecord = (raw: string): { readonly record?: object; readonly text: string } => {
  const value = attempt(() => parse(raw));
  if (!isMap(value) || isDeeper(value, mostLevels)) return { text: raw };
  if (!v.is(Rejection, value.rejected)) return { record: value, text: raw };
  const { rejected, ...others } = value;
  if (rejected.text !== undefined && Object.keys(others).length === 0) return parseJsonRecord(rejected.text);
  const record = rejected.was === undefined ? others : { ...others, rejected: rejected.was };
  return { record, text: JSON.stringify(record) };
};

const refuseLong = (file: string, line: number): CommandError =>
  new CommandError(
    `Line ${line} of ${escapeInvisible(file)} is too long for a consent. Give a file of JSON lines, with one consent in each line.`,
    'usage',
  );

/** Splits pieces of text into lines without line breaks; text after the last break comes last, marked. */
async function* splitLines(
  pieces: AsyncIterable<string>,
): AsyncGenerator<{ readonly text: string; readonly isEnded: boolean }> {
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) yield { text, isEnded: true };
    if (rest.length > lineCharacters) yield { text: rest, isEnded: false };
  }
  if (rest !== '') yield { text: rest, isEnded: false };
}

/**
 * The lines of a JSON lines file, without the empty ones.
 *
 * @throws CommandError usage when the last line is incomplete or a line is too long
 */
async function* readJsonLines(file: string, pieces: AsyncIterable<string>): AsyncGenerator<FileEntry> {
  let line = 0;
  for await (const { text, isEnded } of splitLines(pieces)) {
    line += 1;
    if (text.length > lineCharacters) throw refuseLong(file, line);
    const raw = text.trim();
    if (raw === '') continue;
    if (!isEnded && attempt(() => [JSON.parse(raw)]) === undefined) throw refuseHalf(file, line);
    yield { line, raw };
  }
}
