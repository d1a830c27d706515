import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { escapeInvisible } from '../../shared/schema/visible-text.ts';
import { CommandError } from '../errors.ts';
import { failReading, refuseReading } from './files.ts';

const pieceBytes = 256 * 1024;

/**
 * The text of a file, piece by piece, without its byte order mark, which counts more than the given encoding.
 *
 * @param onBytes gets the bytes as they are read
 * @throws CommandError usage when the file is missing, or has another encoding
 */
export async function* readText(
  file: string,
  encoding: string,
  onBytes: (bytes: Buffer) => void = () => {},
): AsyncGenerator<string> {
  newDecoder(encoding);
  let decode: ReturnType<typeof pieceDecoder> | undefined;
  try {
    const pieces: AsyncIterable<Buffer> = createReadStream(file, { highWaterMark: pieceBytes });
    for await (const bytes of pieces) {
      onBytes(bytes);
      const isFirst = decode === undefined;
      decode ??= pieceDecoder(file, chooseEncoding(file, bytes, encoding));
      const text = decode(bytes, false);
      yield isFirst ? text.replace(/^\ufeff+/, '') : text;
    }
    if (decode !== undefined) yield decode(Buffer.alloc(0), true);
  } catch (error) {
    throw error instanceof CommandError ? error : refuseReading(file, error);
  }
}

/** The beginning of a file, enough to see what it is. */
export const readHead = async (file: string, length = 64 * 1024): Promise<Buffer> => {
  const handle = await open(file).catch(failReading(file));
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    throw refuseReading(file, error);
  } finally {
    await handle.close();
  }
};

const save = 'Open it and save it as CSV UTF-8.';

/** Files that people mistake for CSV: how each begins in Latin-1, a text near its beginning, and what to do. */
const kinds: readonly (readonly [beginning: string, has: string, says: string])[] = [
  ['PK\u0003\u0004', 'opendocument.spreadsheet', `is a workbook of LibreOffice. ${save}`],
  ['PK\u0003\u0004', 'word/', 'is a document of Word. Export the list as CSV.'],
  ['PK\u0003\u0004', 'Index/', 'is a document of Numbers. Open it and export it as CSV.'],
  ['PK\u0003\u0004', '[Content_Types].xml', `is a workbook of Excel. ${save}`],
  ['PK\u0003\u0004', 'xl/', `is a workbook of Excel. ${save}`],
  ['PK\u0003\u0004', '', 'is a ZIP archive. Unpack it, and import a file in it.'],
  ['\u00d0\u00cf\u0011\u00e0', '', `is a workbook of Excel. ${save}`],
  ['\u001f\u008b', '', 'is compressed by gzip. Unpack it, and import the file in it.'],
  ['%PDF-', '', 'is a PDF. Export the list as CSV.'],
  ['<', '', `is HTML or XML. ${save}`],
];

/** @throws CommandError usage if the file is not text, or is text other than CSV or JSON lines */
export const refuseOtherKinds = (file: string, head: Buffer): void => {
  const text = head.toString('latin1').replace(/^(?:\u00ef\u00bb\u00bf)?\s*/, '');
  const says = kinds.find(([beginning, has]) => text.startsWith(beginning) && text.includes(has))?.[2];
  if (says !== undefined) throw new CommandError(`${escapeInvisible(file)} ${says}`, 'usage');
};

/** The number of line breaks before the first byte that is not UTF-8. */
const countLinesBefore = (bytes: Buffer, decode: (part: Uint8Array) => void): number => {
  let lines = 0;
  for (let start = 0; start < bytes.length; lines += 1) {
    const end = bytes.indexOf(0x0a, start);
    try {
      decode(bytes.subarray(start, end < 0 ? bytes.length : end));
    } catch {
      break;
    }
    if (end < 0) break;
    start = end + 1;
  }
  return lines;
};

const marks = { 'utf-8': [0xef, 0xbb, 0xbf], 'utf-16le': [0xff, 0xfe], 'utf-16be': [0xfe, 0xff] } as const;

/** The encoding that a file's byte order mark indicates; undefined without one. */
export const encodingOfMark = (bytes: Buffer): string | undefined =>
  Object.entries(marks).find(([, mark]) => mark.every((byte, i) => bytes[i] === byte))?.[0];

const countBreaks = (text: string): number => {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
};

const newDecoder = (encoding: string): TextDecoder => {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new CommandError(
      'The mapping names an unknown encoding. Use utf-8, utf-16le or windows-1252 (also for Latin-1).',
      'usage',
    );
  }
};

export const isUtf8 = (encoding: string): boolean => newDecoder(encoding).encoding === 'utf-8';

const refuseEncoding = (file: string, what: string, encoding: string): CommandError =>
  new CommandError(
    `${escapeInvisible(file)} is ${what}. Save it as UTF-8, or add "encoding": "${encoding}" to the mapping file of an import.`,
    'usage',
  );

const refuseMapped = (file: string, what: string): CommandError =>
  new CommandError(`${escapeInvisible(file)} is ${what}. Take "encoding" out of the mapping file.`, 'usage');

/** @throws CommandError usage when the first bytes show another encoding than the given one */
const chooseEncoding = (file: string, bytes: Buffer, encoding: string): string => {
  const marked = encodingOfMark(bytes);
  if (marked !== undefined) return marked;
  const isWide = newDecoder(encoding).encoding.startsWith('utf-16');
  const zero = bytes.indexOf(0);
  if (isWide && zero < 0) throw refuseMapped(file, 'not UTF-16');
  if (!isWide && zero >= 0) throw refuseEncoding(file, 'UTF-16', zero % 2 === 0 ? 'utf-16be' : 'utf-16le');
  return encoding;
};

/** Decodes pieces; reports the line of a byte in another encoding, and a file that is UTF-8 and read as something else. */
const pieceDecoder = (file: string, encoding: string): ((bytes: Buffer, isLast: boolean) => string) => {
  const decoder = newDecoder(encoding);
  let utf8 = decoder.encoding.startsWith('utf-') ? undefined : newDecoder('utf-8');
  let hasMore = false;
  const lookForUtf8 = (bytes: Buffer, isLast: boolean): void => {
    if (utf8 === undefined) return;
    try {
      hasMore = /\P{ASCII}/u.test(utf8.decode(bytes, { stream: !isLast })) || hasMore;
    } catch {
      utf8 = undefined;
      return;
    }
    if (isLast && hasMore) throw refuseMapped(file, `UTF-8, but the mapping says ${escapeInvisible(encoding)}`);
  };
  let lines = 1;
  return (bytes, isLast) => {
    lookForUtf8(bytes, isLast);
    try {
      const text = decoder.decode(bytes, { stream: !isLast });
      lines += countBreaks(text);
      return text;
    } catch {
      const line = lines + countLinesBefore(bytes, (part) => newDecoder(encoding).decode(part));
      const what = `not ${decoder.encoding.toUpperCase()} in line ${line}`;
      throw refuseEncoding(file, what, decoder.encoding === 'utf-8' ? 'windows-1252' : 'utf-8');
    }
  };
};

/** A line of a JSON lines file, or a record of a CSV file, unchanged. */
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
