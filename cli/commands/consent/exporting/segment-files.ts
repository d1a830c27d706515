import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { findText } from '../../../../shared/consents/evidence.ts';
import type { ConsentLine } from '../../../../shared/consents/exchange/consent-line.ts';
import { ConsentLine as Line, toConsentLine } from '../../../../shared/consents/exchange/consent-line.ts';
import { exportFiles } from '../../../../shared/consents/exchange/manifest.ts';
import { valueIndexes } from '../../../../shared/consents/indexes.ts';
import type { Consent } from '../../../../shared/consents/opened-consent.ts';
import { toCsvHeader, toCsvLines } from '../../../../shared/csv.ts';
import { tame } from '../../../../shared/schema/visible-text.ts';
import { CommandError } from '../../../command-error.ts';
import { refuseFile } from '../../../printing/new-file.ts';
import type { Cell, Row } from '../../../printing/output.ts';
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
    append,
    flush,
    bytes: () => bytes,
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

/** The most characters that a cell of Excel can hold. */
const cellCharacters = 32_767;

const personal = Object.keys(valueIndexes);

/** Members that are objects of a fixed shape: each of their members becomes a column. */
const shaped = {
  observed: ['userId', 'sessionId', 'sourceIp', 'userAgent', 'requestId'],
  revokeObserved: ['userId', 'sessionId', 'sourceIp', 'userAgent', 'requestId'],
  imported: ['source', 'line', 'at', 'by', 'withRevocation'],
} as const;

const isShaped = (name: string): name is keyof typeof shaped => Object.hasOwn(shaped, name);

/** The members of the line in its order, then the values of the person under the keys in the contract. */
const csvColumns: readonly string[] = [
  ...Object.keys(Line.entries).flatMap((name) =>
    isShaped(name) ? shaped[name].map((member) => `${name}.${member}`) : [name],
  ),
  ...personal,
];

/** Texts of any length as JSON; if a cell cannot hold them, a pointer to where they are. */
const toCell = (value: object | null): string | undefined => {
  if (value === null) return undefined;
  const text = JSON.stringify(value);
  return text.length > cellCharacters ? 'too long for a cell; see this line in the JSON file' : text;
};

const shape = <Name extends keyof typeof shaped>(name: Name, value: ConsentLine[Name]): Row => {
  const members: Readonly<Record<string, Cell | null>> = value ?? {};
  return Object.fromEntries(Object.entries(members).map(([member, cell]) => [`${name}.${member}`, cell ?? undefined]));
};

/** The consent as a row for spreadsheets. What a cell cannot hold is only in the JSON line. */
const toCsvRow = (line: ConsentLine): Row => {
  const { proof, userData, revokeProof, observed, revokeObserved, imported, ...rest } = line;
  const plain = Object.entries(rest).map(([name, value]) => [name, value ?? undefined]);
  return {
    ...Object.fromEntries(plain),
    proof: toCell(proof),
    userData: toCell(userData),
    revokeProof: toCell(revokeProof),
    ...shape('observed', observed),
    ...shape('revokeObserved', revokeObserved),
    ...shape('imported', imported),
    ...Object.fromEntries(personal.map((key) => [key, findText(userData, key)])),
  };
};
