import { createHash } from 'node:crypto';
import { createReadStream, existsSync, rmSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { rename } from 'node:fs/promises';
import { parse } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openDraft, refuseFile } from '../../../printing/new-file.ts';
import { parseJsonRecord } from './our-line.ts';
import type { Supplied, Supply } from './supply.ts';

/** Characters to buffer before writing. */
const bufferCharacters = 64 * 1024;

/** The name before `.rejected`, so that a corrected file gets its own. */
export const rejectedPath = (file: string, form: 'csv' | 'jsonl'): string => {
  const { dir, name } = parse(file.replace(/[/\\]+$/, ''));
  return `${dir === '' ? '' : `${dir}/`}${name}.rejected.${form}`;
};

const hashFile = async (file: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
};

/** The file name with a number, from 2 on, before its ending. */
const numbered = (file: string, number: number): string =>
  number === 1 ? file : file.replace(/(\.[^./\\]*)?$/, (ending) => `-${number}${ending}`);

/**
 * The file of rejected lines. It is written under a draft name and renamed at the end. If a file with that name exists
 * with other content, such as one being corrected, it stays and the new file gets a number.
 */
export class RejectedFile {
  readonly #wanted: string;
  readonly #part: string;
  #handle: FileHandle | undefined;
  #waiting: string;

  /** @param beginning the first lines of the file */
  constructor(wanted: string, beginning: string) {
    this.#wanted = wanted;
    this.#waiting = beginning;
    this.#part = `${wanted}.part`;
  }

  async #flush(): Promise<void> {
    const text = this.#waiting;
    this.#waiting = '';
    try {
      this.#handle ??= await openDraft(this.#part);
      await this.#handle.appendFile(text);
    } catch (error) {
      throw refuseFile(this.#wanted, error);
    }
  }

  async add(text: string): Promise<void> {
    this.#waiting += text;
    if (this.#waiting.length > bufferCharacters) await this.#flush();
  }

  /** Whether it holds a line that makes the file worth keeping. */
  async finish(isWanted: boolean): Promise<string | undefined> {
    if (isWanted) await this.#flush();
    await this.#handle?.close();
    if (!isWanted) {
      rmSync(this.#part, { force: true });
      return undefined;
    }
    const hash = await hashFile(this.#part);
    for (let number = 1; ; number += 1) {
      const file = numbered(this.#wanted, number);
      if (existsSync(file) && (await hashFile(file)) !== hash) continue;
      await rename(this.#part, file);
      return file;
    }
  }
}

/** A record that was not imported, with the reasons. */
export interface Rejected {
  readonly line: number;
  readonly file?: string;
  readonly reasons: readonly string[];
}

/** The most rejected lines that the command prints; the file has all. */
export const toldLines = 10_000;

export const toRejected = ({ line, file }: Supplied, reasons: readonly string[]): Rejected => ({
  line,
  ...(file !== undefined && { file }),
  reasons,
});

const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;

const mark = (record: object, rejected: Rejected): object => {
  const { rejected: was, ...others }: { readonly rejected?: unknown } = record;
  return { rejected: was === undefined ? rejected : { ...rejected, was }, ...others };
};

/** The record with its line and reason in front, as two more columns or as a member; an import ignores them. */
export const formatRejected = (
  { rejected: form, delimiter }: Supply,
  { raw }: Supplied,
  rejected: Rejected,
): string => {
  if (form === 'csv') {
    return `${[String(rejected.line), quote(rejected.reasons.join(' ')), raw].join(delimiter)}\n`;
  }
  const record = parseJsonRecord(raw);
  return `${JSON.stringify(record === undefined ? { rejected: { ...rejected, text: raw } } : mark(record, rejected))}\n`;
};

/** The header of a CSV file, with those two columns. A file rejected before has them twice. */
export const formatHeader = ({ delimiter }: Supply, { raw }: Supplied): string =>
  `${['rejected_line', 'rejected_reason', raw].join(delimiter)}\n`;
