import { createHash } from 'node:crypto';
import { createReadStream, existsSync, rmSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { rename } from 'node:fs/promises';
import { parse } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openDraft, refuseFile } from '../../../printing/new-file.ts';

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
