import type { Nameable } from '../../../../shared/consents/exchange/line-faults.ts';
import { findFaults } from '../../../../shared/consents/exchange/line-faults.ts';
import { tame } from '../../../../shared/schema/visible-text.ts';
import { CommandError } from '../../../command-error.ts';
import type { CsvRecord, FileEntry } from '../../../csv-records.ts';
import { lineCharacters, readCsvRecords } from '../../../csv-records.ts';
import { isUtf8, readText } from '../../../text-stream.ts';
import type { Mapped, MappingWork } from './map-record.ts';
import { recordMapper } from './map-record.ts';
import type { Mapping } from './mapping.ts';
import { cellsOfJson, columnsOf } from './mapping.ts';
import { explainNoRecord, parseJsonRecord, parseOurLine } from './our-line.ts';

/** A record of a file, and its outcome. */
export interface Supplied extends FileEntry {
  /** Set if there are several files. */
  readonly file?: string;
  readonly mapped: Mapped;
}

/** What to import. It can be read more than once. */
export interface Supply {
  readonly read: (onBytes?: (bytes: Buffer) => void) => AsyncGenerator<Supplied>;
  /** The form of rejected records, in which they can be corrected and imported. */
  readonly rejected: 'csv' | 'jsonl';
  readonly delimiter: string;
  /** The start of the file of rejected lines. A byte order mark marks it as UTF-8, whatever the encoding in the mapping. */
  readonly beginning: '' | typeof byteOrderMark;
}

/** Spreadsheets also need the mark to read accented letters. */
const byteOrderMark = '\ufeff';

type Header = ReadonlyMap<string, number>;

const readHeader = (file: string, { cells }: CsvRecord, mapping: Mapping): Header => {
  const names = cells.map((name) => name.trim());
  const wanted = columnsOf(mapping);
  const missing = wanted.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    const hint = names.length === 1 ? ' It has one column: check the delimiter in the mapping.' : '';
    throw new CommandError(
      `The first line of ${tame(file)} must name its columns, but ${missing.map(tame).join(', ')} of the mapping ${missing.length === 1 ? 'is' : 'are'} missing.${hint}`,
      'usage',
    );
  }
  const twice = wanted.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (twice !== undefined)
    throw new CommandError(`${tame(file)} has several columns ${tame(twice)}. Rename all but one.`, 'usage');
  return new Map(names.map((name, i) => [name, i]));
};

const refuseHalf = (file: string, line: number): CommandError =>
  new CommandError(`${tame(file)} ends in the middle of line ${line}, so it is incomplete. Export it again.`, 'usage');

/** Accepts what is mapped, and rejects what the API would reject. */
const judge = (mapped: Mapped, nameable: Nameable): Mapped => {
  if (!('line' in mapped)) return mapped;
  const faults = findFaults(mapped.line, nameable, new Date());
  return faults.length === 0 ? mapped : { faults };
};

const wrongCells = (cells: number, columns: number): Mapped => ({
  faults: [`The line has ${cells} cells, but the header has ${columns}.`],
});

/** `onHeader` gets the header as it stands. */
const supplyCsv = (file: string, work: MappingWork): Supply => {
  const { mapping } = work;
  const map = recordMapper(work);
  return {
    rejected: 'csv',
    delimiter: mapping.delimiter,
    beginning: byteOrderMark,
    async *read(onBytes) {
      let header: Header | undefined;
      const pieces = readText(file, mapping.encoding, onBytes);
      for await (const record of readCsvRecords(file, pieces, mapping.delimiter)) {
        const { line, raw, cells, isEnded } = record;
        if (header === undefined) {
          header = readHeader(file, record, mapping);
          yield { line, raw, mapped: { isHeader: true } };
          continue;
        }
        const at = header;
        if (!isEnded && cells.length < at.size) throw refuseHalf(file, line);
        const isWhole = cells.length === at.size;
        const mapped = isWhole ? map((column) => cells[at.get(column) ?? -1] ?? '') : wrongCells(cells.length, at.size);
        yield { line, raw, mapped: judge(mapped, work) };
      }
    },
  };
};

const mapJson = (raw: string, map: ReturnType<typeof recordMapper>): Mapped => {
  const record = parseJsonRecord(raw);
  return record === undefined ? explainNoRecord(raw) : map(cellsOfJson(record));
};

const supplyJson = (file: string, work: MappingWork): Supply => {
  const map = recordMapper(work);
  return {
    rejected: 'jsonl',
    delimiter: ',',
    beginning: isUtf8(work.mapping.encoding) ? '' : byteOrderMark,
    async *read(onBytes) {
      const pieces = readText(file, work.mapping.encoding, onBytes);
      for await (const entry of readJsonLines(file, pieces)) {
        yield { ...entry, mapped: judge(mapJson(entry.raw, map), work) };
      }
    },
  };
};

/** Records of other software. */
export const supplyForeign = (file: string, format: 'csv' | 'jsonl', work: MappingWork): Supply =>
  format === 'csv' ? supplyCsv(file, work) : supplyJson(file, work);

/** Consents exported by a register, in one file or several. */
export const supplyOurs = (files: readonly string[], nameable: Nameable): Supply => ({
  rejected: 'jsonl',
  delimiter: ',',
  beginning: '',
  async *read(onBytes) {
    for (const file of files) {
      for await (const entry of readJsonLines(file, readText(file, 'utf-8', onBytes))) {
        const mapped = judge(parseOurLine(entry.raw), nameable);
        yield { ...entry, ...(files.length > 1 && { file }), mapped };
      }
    }
  },
});

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const refuseHalfLine = (file: string, line: number): CommandError =>
  new CommandError(
    `${tame(file)} ends in the middle of line ${line}, so it is incomplete. Copy or export it again. Nothing was changed.`,
    'usage',
  );

const refuseLong = (file: string, line: number): CommandError =>
  new CommandError(
    `Line ${line} of ${tame(file)} is too long for a consent. Give a file of JSON lines, with one consent in each line.`,
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
    if (!isEnded && !isJson(raw)) throw refuseHalfLine(file, line);
    yield { line, raw };
  }
}
