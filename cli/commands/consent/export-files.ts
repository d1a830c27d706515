import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as v from 'valibot';
import type { Consent } from '../../../shared/consents/consent.ts';
import type { ConsentLine, ExportedFile } from '../../../shared/consents/exchange/lines.ts';
import {
  exportedPattern,
  exportFiles,
  ConsentLine as Line,
  Manifest,
  toConsentLine,
} from '../../../shared/consents/exchange/lines.ts';
import { valueIndexes } from '../../../shared/consents/indexes.ts';
import { findText } from '../../../shared/consents/person-data.ts';
import { toCsvHeader, toCsvLines } from '../../../shared/schema/csv.ts';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import { CommandError } from '../../errors.ts';
import { errorCode, failReading, refuseReading } from '../../input/files.ts';
import type { NewFolder } from '../../output/files.ts';
import { withProgress } from '../../output/progress.ts';
import type { Cell, Row } from '../../output/rows.ts';

/** Characters that are buffered and written together. */
const together = 256 * 1024;

/** A file of an export, counted and hashed while it is written. */
export interface ExportFile {
  readonly write: (text: string) => Promise<void>;
  readonly finish: () => Promise<ExportedFile>;
}

export const createExportFile = async (folder: NewFolder, name: string): Promise<ExportFile> => {
  const file = await folder.create(name);
  const hash = createHash('sha256');
  let [bytes, waiting] = [0, ''];
  const flush = async (): Promise<void> => {
    const text = waiting;
    waiting = '';
    hash.update(text);
    bytes += Buffer.byteLength(text);
    await file.write(text);
  };
  return {
    write: async (text) => {
      waiting += text;
      if (waiting.length >= together) await flush();
    },
    finish: async () => {
      await flush();
      await file.close();
      return { name, bytes, sha256: hash.digest('hex') };
    },
  };
};

/** Writes values as JSON lines. Returns the file and how many lines it has. */
export const writeLines = async (
  folder: NewFolder,
  name: string,
  values: AsyncIterable<unknown> | Iterable<unknown>,
): Promise<{ readonly file: ExportedFile; readonly lines: number }> => {
  const file = await createExportFile(folder, name);
  let lines = 0;
  for await (const value of values) {
    lines += 1;
    await file.write(`${JSON.stringify(value)}\n`);
  }
  return { file: await file.finish(), lines };
};

/** The two files of a segment, with the same consents. */
export interface SegmentFiles {
  /** Returns the lines that it has written. */
  readonly add: (consents: readonly Consent[]) => Promise<readonly ConsentLine[]>;
  readonly finish: () => Promise<readonly [ExportedFile, ExportedFile]>;
}

export const createSegmentFiles = async (folder: NewFolder, segment: number): Promise<SegmentFiles> => {
  const jsonl = await createExportFile(folder, exportFiles.consents(segment));
  const csv = await createExportFile(folder, exportFiles.table(segment));
  await csv.write(toCsvHeader(csvColumns));
  return {
    add: async (consents) => {
      const lines = consents.map(toConsentLine);
      await jsonl.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
      await csv.write(toCsvLines(csvColumns, lines.map(toCsvRow)));
      return lines;
    },
    finish: async () => [await jsonl.finish(), await csv.finish()],
  };
};

/** What differs from the manifest, empty if nothing does, and the SHA-256 of the manifest itself. */
export interface Check {
  readonly manifest: Manifest;
  readonly sha256: string;
  readonly wrong: readonly string[];
}

/**
 * Checks the files of an export against its manifest, offline.
 *
 * @throws CommandError usage when there is no manifest, or a file cannot be read
 */
export const checkFolder = async (folder: string): Promise<Check> => {
  const { manifest, sha256 } = await readManifest(folder);
  const wrong: string[] = [];
  await withProgress('files checked', async (advance) => {
    for (const { name, bytes, sha256: expected } of manifest.files) {
      const found = await hashFile(join(folder, name));
      if (found?.bytes !== bytes || found.sha256 !== expected) wrong.push(name);
      advance(1);
    }
  });
  const listed = manifest.files.map(({ name }) => name);
  return { manifest, sha256, wrong: [...wrong, ...(await findStrangers(folder, listed))] };
};

/** The bytes and the hash of a file; undefined if it does not exist. */
const hashFile = async (file: string): Promise<Omit<ExportedFile, 'name'> | undefined> => {
  const hash = createHash('sha256');
  const source = createReadStream(file);
  try {
    await pipeline(source, hash);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw refuseReading(file, error);
  }
  return { bytes: source.bytesRead, sha256: hash.digest('hex') };
};

/** Files named like export files that the manifest does not list: a copy by name would include them. */
const findStrangers = async (folder: string, listed: readonly string[]): Promise<string[]> =>
  (await readdir(folder)).filter((name) => exportedPattern.test(name) && !listed.includes(name)).sort();

/** @throws CommandError usage when the folder has no readable manifest */
const readManifest = async (folder: string): Promise<Pick<Check, 'manifest' | 'sha256'>> => {
  if (folder.trim() === '') throw new CommandError('Give the name of a folder; it must not be empty.', 'usage');
  const file = join(folder, exportFiles.manifest);
  const bytes = await readFile(file).catch((error) => {
    if (errorCode(error) !== 'ENOENT') return failReading(file)(error);
    throw new CommandError(
      `${escapeInvisible(folder)} has no ${exportFiles.manifest}, so it is not a complete export. Check the folder.`,
      'usage',
    );
  });
  try {
    const manifest = v.parse(Manifest, JSON.parse(bytes.toString()));
    return { manifest, sha256: createHash('sha256').update(bytes).digest('hex') };
  } catch {
    throw new CommandError(
      `${exportFiles.manifest} in ${escapeInvisible(folder)} is damaged, or from another version of this program. Export again.`,
      'usage',
    );
  }
};

/** The most characters that a cell of Excel can hold. */
const cellCharacters = 32_767;

const personal = Object.keys(valueIndexes);

/** Members that are objects of a fixed shape: each of their members becomes a column. */
const shaped = {
  observed: [
    ...['userId', 'sessionId', 'keyId', 'mailbox.userId', 'mailbox.sessionId', 'mailbox.keyId', 'mailbox.askedAt'],
    ...['mailbox.mailedAt', 'mailbox.userActivated', 'sourceIp', 'userAgent', 'requestId'],
  ],
  revokeObserved: [
    ...['userId', 'sessionId', 'keyId', 'link.key', 'link.userId', 'link.keyId', 'link.day'],
    ...['sourceIp', 'userAgent', 'requestId'],
  ],
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
  const members: Readonly<Record<string, Cell | object | null>> = value ?? {};
  return Object.fromEntries(
    Object.entries(members).flatMap(([member, cell]): [string, Cell | undefined][] =>
      typeof cell === 'object' && cell !== null
        ? Object.entries(cell).map(([inner, one]) => [`${name}.${member}.${inner}`, one])
        : [[`${name}.${member}`, cell ?? undefined]],
    ),
  );
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
