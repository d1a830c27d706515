import { createReadStream } from 'node:fs';
import { tame } from '../shared/schema/visible-text.ts';
import { CommandError } from './command-error.ts';
import { refuseReading } from './typed-values.ts';

const pieceBytes = 256 * 1024;

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
    `${tame(file)} is ${what}. Save it as UTF-8, or add "encoding": "${encoding}" to the mapping file of an import.`,
    'usage',
  );

/** A UTF-8 mark overrides the mapping: files of rejected lines have it, and a file may have been saved again. */
const chooseEncoding = (file: string, bytes: Buffer, encoding: string): string => {
  const marked = encodingOfMark(bytes);
  if (marked === undefined || marked === newDecoder(encoding).encoding) return encoding;
  if (marked === 'utf-8') return marked;
  throw refuseEncoding(file, 'UTF-16', marked);
};

/** Decodes pieces; reports the line of a byte in another encoding. */
const pieceDecoder = (file: string, encoding: string): ((bytes: Buffer, isLast: boolean) => string) => {
  const decoder = newDecoder(encoding);
  let lines = 1;
  return (bytes, isLast) => {
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

/**
 * The text of a file, piece by piece, without its byte order mark. A UTF-8 mark overrides the given encoding.
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
      decode ??= pieceDecoder(file, chooseEncoding(file, bytes, encoding));
      onBytes(bytes);
      yield decode(bytes, false);
    }
    if (decode !== undefined) yield decode(Buffer.alloc(0), true);
  } catch (error) {
    throw error instanceof CommandError ? error : refuseReading(file, error);
  }
}
