import { readFile } from 'node:fs/promises';
import { limits } from '../../shared/limits.ts';

/** A file of a notice as text, or what is wrong with it. */
export type TextFile = { readonly text: string } | { readonly problem: string };

/** The code of a failed system call, such as EACCES. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

/** Why a file cannot be read, by the code of the error. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'it is not there',
  EACCES: 'you may not read it',
  EPERM: 'you may not read it',
  EISDIR: 'it is a folder',
  ENOTDIR: 'its folder is not a folder',
  EIO: 'the disk has a fault',
};

/** Why a file cannot be read; the end of a sentence. */
export const whyUnread = (error: unknown): string => reasons[errorCode(error)] ?? errorCode(error);

const decode = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

/**
 * Reads text that is the same whichever editor or git wrote it: without byte order mark, with LF alone between lines,
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
    return { problem: `has ${bytes.length} bytes; a whole notice may have ${limits.noticeBytes}.` };
  }
  const text = decode(bytes);
  if (text === undefined || text.includes('\0')) return { problem: 'is not text in UTF-8; save it in that encoding.' };
  return { text: text.replace(/\r\n?/g, '\n').trimEnd() };
};
