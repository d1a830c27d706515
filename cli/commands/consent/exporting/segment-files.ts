import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Consent } from '../../../../shared/consents/opened-consent.ts';
import { toConsentLine } from '../../../../shared/consents/exchange/consent-line.ts';
import { exportFiles } from '../../../../shared/consents/exchange/manifest.ts';
import { tame } from '../../../../shared/schema/visible-text.ts';
import { CommandError } from '../../../command-error.ts';
import { toCsvHeader, toCsvLines } from '../../../printing/csv.ts';
import { refuseFile } from '../../../printing/new-file.ts';
import { csvColumns, toCsvRow } from './csv-row.ts';
import type { Position } from './export-state.ts';

/** Bytes that are buffered and written together. */
const together = 256 * 1024;

/** A file that is appended to. */
interface GrowingFile {
  readonly append: (text: string) => Promise<void>;
  readonly flush: () => Promise<void>;
  readonly bytes: () => number;
  /** Resolves when flushed content is on disk. */
  readonly sync: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The file truncated to this many bytes. */
const openAt = async (file: string, start: number): Promise<FileHandle> => {
  const handle = await open(file, 'a', 0o600);
  try {
    const { size } = await handle.stat();
    if (size < start) {
      throw new CommandError(
        `${tame(file)} is shorter than the saved position. Name another folder to start a new export.`,
        'refused',
      );
    }
    await handle.truncate(start);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
};

const openGrowing = async (file: string, start: number): Promise<GrowingFile> => {
  const refuse = (error: unknown): never => {
    throw error instanceof CommandError ? error : refuseFile(file, error);
  };
  const handle = await openAt(file, start).catch(refuse);
  let waiting: Buffer[] = [];
  let [bytes, waitingBytes] = [start, 0];
  const flush = async (): Promise<void> => {
    const chunk = Buffer.concat(waiting);
    [waiting, waitingBytes] = [[], 0];
    await handle.appendFile(chunk).catch(refuse);
  };
  const append = async (text: string): Promise<void> => {
    const chunk = Buffer.from(text);
    waiting.push(chunk);
    bytes += chunk.length;
    waitingBytes += chunk.length;
    if (waitingBytes >= together) await flush();
  };
  return {
    ...{ append, flush, bytes: () => bytes },
    sync: () => handle.sync().catch(refuse),
    close: () => handle.close(),
  };
};

/** The two files of a segment. */
export interface SegmentFiles {
  readonly add: (consents: readonly Consent[]) => Promise<void>;
  /** Flushes what was added, and returns the resulting positions. */
  readonly reach: () => Promise<Pick<Position, 'consents' | 'jsonlBytes' | 'csvBytes'>>;
  readonly sync: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Opens the files of a segment, truncated to a position. @throws CommandError usage when they cannot be written */
export const openSegment = async (folder: string, segment: number, position: Position): Promise<SegmentFiles> => {
  const jsonl = await openGrowing(join(folder, exportFiles.consents(segment)), position.jsonlBytes);
  const csv = await openGrowing(join(folder, exportFiles.table(segment)), position.csvBytes).catch(async (error) => {
    await jsonl.close();
    throw error;
  });
  let { consents: count } = position;
  if (position.csvBytes === 0) await csv.append(toCsvHeader(csvColumns));
  const both = [jsonl, csv];
  return {
    add: async (consents) => {
      const lines = consents.map(toConsentLine);
      count += lines.length;
      await jsonl.append(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
      await csv.append(toCsvLines(csvColumns, lines.map(toCsvRow)));
    },
    reach: async () => {
      for (const file of both) await file.flush();
      return { consents: count, jsonlBytes: jsonl.bytes(), csvBytes: csv.bytes() };
    },
    sync: async () => {
      for (const file of both) await file.sync();
    },
    close: async () => {
      for (const file of both) await file.close();
    },
  };
};
