import { existsSync, rmSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { readFile, rename, rm } from 'node:fs/promises';
import { format, parse } from 'node:path';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import { CommandError, interruption } from '../../errors.ts';
import { openDraft, refuseFile } from '../../output/files.ts';
import { note } from '../../output/print.ts';
import type { RecordSource, SourceRecord } from './import-read.ts';
import { parseJsonRecord, rejectedColumns } from './import-read.ts';

/** The name before `.rejected`, so that a corrected file gets its own. */
export const rejectedPath = (file: string, form: 'csv' | 'jsonl'): string => {
  const { root, dir, name } = parse(file.replace(/[/\\]+$/, ''));
  return format({ root, dir, base: `${name}.rejected.${form}` });
};

/** A record that was not imported, with the reasons. */
export interface Rejected {
  readonly line: number;
  readonly file?: string;
  readonly reasons: readonly string[];
}

/** Characters to buffer before writing. */
const bufferCharacters = 64 * 1024;

/**
 * The file of rejected lines. It is written as a draft and gets its name at the end; an error or Ctrl-C leaves no draft,
 * and the next run removes what a killed one left.
 */
export class RejectedFile {
  readonly path: string;
  readonly #supply: RecordSource;
  readonly #draft: string;
  #handle: FileHandle | undefined;
  #waiting: string;

  constructor(path: string, supply: RecordSource) {
    this.path = path;
    this.#supply = supply;
    this.#draft = `${path}.part`;
    this.#waiting = supply.beginning;
    interruption().addEventListener('abort', this.#undo);
  }

  readonly #undo = (): void => rmSync(this.#draft, { force: true });

  async #flush(): Promise<void> {
    interruption().throwIfAborted();
    const text = this.#waiting;
    this.#waiting = '';
    try {
      this.#handle ??= await this.#open();
      await this.#handle.appendFile(text);
    } catch (error) {
      throw refuseFile(this.path, error);
    }
  }

  async #open(): Promise<FileHandle> {
    if (existsSync(this.#draft))
      note(`Removed ${escapeInvisible(this.#draft)}, which an import that was killed has left.`);
    return openDraft(this.#draft);
  }

  async header(supplied: SourceRecord): Promise<void> {
    this.#waiting += `${[...rejectedColumns, supplied.raw].join(this.#supply.delimiter)}\n`;
  }

  /** Adds a record with its line and reasons in front, as two columns or as a member; an import ignores them. */
  async add({ raw }: SourceRecord, rejected: Rejected): Promise<void> {
    const { rejected: form, delimiter } = this.#supply;
    this.#waiting +=
      form === 'csv'
        ? `${[String(rejected.line), quote(rejected.reasons.join(' ')), raw].join(delimiter)}\n`
        : `${JSON.stringify(mark(raw, rejected))}\n`;
    if (this.#waiting.length > bufferCharacters) await this.#flush();
  }

  /** Whether another file is in the way: somebody may be correcting it. */
  async #isOther(): Promise<boolean> {
    const [there, draft] = await Promise.all(
      [this.path, this.#draft].map((file) => readFile(file).catch(() => undefined)),
    );
    return there !== undefined && !(draft !== undefined && there.equals(draft));
  }

  /**
   * Completes the draft of lines that will be rejected.
   *
   * @throws CommandError usage when another file has the name already
   */
  async previewImport(): Promise<void> {
    await this.#flush();
    if (!(await this.#isOther())) return;
    throw new CommandError(
      `${escapeInvisible(this.path)} already exists. Import it, remove it, or name another file with --rejected. Nothing was changed.`,
      'usage',
    );
  }

  /** Gives the file its name. */
  async keep(): Promise<string> {
    await this.#flush();
    await this.#handle?.close();
    await rename(this.#draft, this.path).catch((error) => {
      throw refuseFile(this.path, error);
    });
    return this.path;
  }

  /** Leaves no draft behind. */
  async end(): Promise<void> {
    interruption().removeEventListener('abort', this.#undo);
    await this.#handle?.close();
    if (this.#handle !== undefined) await rm(this.#draft, { force: true });
  }
}

const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;

const mark = (raw: string, rejected: Rejected): object => {
  const { record, text } = parseJsonRecord(raw);
  if (record === undefined) return { rejected: { ...rejected, text } };
  const { rejected: was, ...others }: { readonly rejected?: unknown } = record;
  return { rejected: was === undefined ? rejected : { ...rejected, was }, ...others };
};
