import { rm } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';

/** Kilobytes of memory for the database, however many lines it keeps. */
const cacheKilobytes = 16_384;

/** Lines that wait on disk for each other: any number, in little memory. */
export interface KeptLines {
  /** Marks a line as needed before it has been read. */
  readonly need: (key: string) => void;
  readonly isNeeded: (key: string) => boolean;
  readonly keep: (key: string, line: string) => void;
  readonly find: (key: string) => string | undefined;
  /** Puts a line off until all others have been seen. */
  readonly putOff: (segment: number, line: string) => void;
  readonly listPutOff: () => Iterable<{ readonly segment: number; readonly line: string }>;
  readonly remove: () => Promise<void>;
}

const schema = `
  PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -${cacheKilobytes};
  CREATE TABLE kept (key TEXT PRIMARY KEY, line TEXT) WITHOUT ROWID;
  CREATE TABLE put_off (segment INTEGER, line TEXT);
  BEGIN;`;

/** Opens a new store in a scratch file; the content of an earlier run is deleted. */
export const openKeptLines = async (file: string): Promise<KeptLines> => {
  await rm(file, { force: true });
  const database = new DatabaseSync(file);
  database.exec(schema);
  const [need, keep, find, putOff, list] = [
    database.prepare('INSERT OR IGNORE INTO kept (key) VALUES (?)'),
    database.prepare('INSERT OR REPLACE INTO kept (key, line) VALUES (?, ?)'),
    database.prepare('SELECT line FROM kept WHERE key = ?'),
    database.prepare('INSERT INTO put_off (segment, line) VALUES (?, ?)'),
    database.prepare('SELECT segment, line FROM put_off ORDER BY rowid'),
  ] as const;
  return {
    need: (key) => {
      need.run(key);
    },
    isNeeded: (key) => find.get(key) !== undefined,
    keep: (key, line) => {
      keep.run(key, line);
    },
    find: (key) => {
      const line = find.get(key)?.line;
      return typeof line === 'string' ? line : undefined;
    },
    putOff: (segment, line) => {
      putOff.run(segment, line);
    },
    *listPutOff() {
      for (const { segment, line } of list.iterate()) yield { segment: Number(segment), line: String(line) };
    },
    remove: async () => {
      database.close();
      await rm(file, { force: true });
    },
  };
};

const newline = 0x0a;

/** Cuts chunks of a file into lines, at line breaks only. */
export interface Cutter {
  /** Returns how many lines ended in the chunk. */
  readonly cut: (chunk: Buffer) => number;
  /** Whether something follows the last line break. */
  readonly hasRest: () => boolean;
}

/** The longest allowed line, in bytes: longer than any consent, notice or DynamoDB item. */
const mostLineBytes = 16 * 1024 * 1024;

/**
 * @param onLine gets each line without its line break
 * @throws SyntaxError from `cut`, when a line exceeds the limit
 */
export const newCutter = (onLine: (line: Buffer) => void): Cutter => {
  let rest: Buffer[] = [];
  let restBytes = 0;
  const cut = (chunk: Buffer): number => {
    let [start, lines] = [0, 0];
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      onLine(Buffer.concat([...rest, chunk.subarray(start, end)]));
      [rest, restBytes, start, lines] = [[], 0, end + 1, lines + 1];
    }
    if (start < chunk.length) rest.push(Buffer.from(chunk.subarray(start)));
    restBytes += chunk.length - start;
    if (restBytes > mostLineBytes) throw new SyntaxError('A line is too long.');
    return lines;
  };
  return { cut, hasRest: () => rest.length > 0 };
};
