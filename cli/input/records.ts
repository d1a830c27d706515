import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { escapeInvisible } from '../../shared/schema/visible-text.ts';
import { CommandError } from '../errors.ts';

/** A line of a JSON lines file, or a record of a CSV file, as it stands there. */
export interface FileEntry {
  /** The line where it begins, from 1. */
  readonly line: number;
  readonly raw: string;
}

/** The most characters in a line: more than a consent with the largest proofs has. */
export const lineCharacters = 16 * 1024 * 1024;

/** A record with its cells; the first record of a file is its header. */
export interface CsvRecord extends FileEntry {
  readonly cells: readonly string[];
  /** Whether a line break follows, as after every record except perhaps the last. */
  readonly isEnded: boolean;
}

/**
 * The records of a CSV file (RFC 4180), without the empty lines.
 *
 * @throws CommandError usage when quotes are wrong: nothing after them can be read reliably
 */
export async function* readCsvRecords(
  file: string,
  pieces: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<CsvRecord> {
  const parser = parse({
    delimiter,
    record_delimiter: lineEnds,
    info: true,
    raw: true,
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: lineCharacters,
  });
  const records: AsyncIterable<Told> = parser;
  try {
    pipeline(Readable.from(pieces), parser, () => {});
    for await (const { record, raw, info } of records) {
      const text = trimBreaks(raw);
      yield { line: info.lines - countBreaks(text), raw: text, cells: record, isEnded: /[\r\n]$/.test(raw) };
    }
  } catch (error) {
    throw explain(file, error);
  }
}

/** A record as the library reports it with `info` and `raw`. */
interface Told {
  readonly record: readonly string[];
  readonly raw: string;
  /** `lines` counts up to the end of the record. */
  readonly info: { readonly lines: number };
}

const faults: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'has a quote that is never closed: the file is incomplete, or not CSV with this delimiter',
  CSV_INVALID_CLOSING_QUOTE: 'has a quote inside a quoted cell that is not doubled',
  INVALID_OPENING_QUOTE: 'has a quote inside a cell that is not quoted',
  CSV_MAX_RECORD_SIZE: 'has a cell that does not end: a quote is not closed',
};

const explain = (file: string, error: unknown): unknown => {
  if (!(error instanceof CsvError)) return error;
  const line = Reflect.get(error, 'lines');
  return new CommandError(
    `${escapeInvisible(file)} ${faults[error.code] ?? 'is not CSV'}, by line ${String(line)}. Correct it, or export it again.`,
    'usage',
  );
};

/** All line endings, whichever comes first in the file: concatenated files have several kinds. */
const lineEnds = ['\r\n', '\n', '\r'];

const trimBreaks = (raw: string): string => raw.replace(/^[\r\n]+|[\r\n]+$/g, '');

const countBreaks = (text: string): number => text.split('\n').length - 1;
