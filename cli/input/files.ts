import { readFile } from 'node:fs/promises';
import { limits } from '../../shared/api/limits.ts';
import { escapeInvisible } from '../../shared/schema/visible-text.ts';
import { CommandError } from '../errors.ts';

/** A file of a notice as text, or what is wrong with it. */
export type TextFile = { readonly text: string } | { readonly problem: string };

/** The code of a failed system call, such as EACCES. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

/** Why a file cannot be read, by the code of the error. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  EACCES: 'you have no right to read it',
  EPERM: 'you have no right to read it',
  EISDIR: 'it is a folder',
  ENOTDIR: 'part of its path is not a folder',
  EIO: 'the disk has a fault',
};

/** Why a file cannot be read; completes a sentence. */
export const whyUnread = (error: unknown): string => reasons[errorCode(error)] ?? errorCode(error);

const decode = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

/**
 * Reads text so that editors and git make no difference: without byte order mark, with LF line endings,
 * and without white space at its end.
 */
export const readTextFile = async (path: string): Promise<TextFile> => {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (error) {
    return { problem: `cannot be read: ${whyUnread(error)}.` };
  }
  if (bytes.length > limits.noticeBytes) {
    return { problem: `has ${bytes.length} bytes. A whole notice may have ${limits.noticeBytes}: shorten it.` };
  }
  const text = decode(bytes);
  if (text === undefined || text.includes('\0')) return { problem: 'is not text in UTF-8. Save it in that encoding.' };
  return { text: text.replace(/\r\n?/g, '\n').trimEnd() };
};

/** The error for a file that cannot be read. */
export const refuseReading = (file: string, error: unknown): CommandError =>
  new CommandError(`${escapeInvisible(file)} cannot be read: ${whyUnread(error)}.`, 'usage');

/** For `catch`: throws that error. */
export const failReading =
  (file: string) =>
  (error: unknown): never => {
    throw refuseReading(file, error);
  };
