import { once } from 'node:events';
import { maskKeys } from '../../shared/schema/key-mask.ts';
import { toJson } from '../../shared/schema/visible-text.ts';
import { CommandError, exitCodes, interruption, printErrorAsText, setInterruptionNote } from '../errors.ts';
import { forReader, printsJson } from './format.ts';
import { clearProgress } from './progress.ts';

/** What a command prints: data for scripts, and the same as text for people. */
export interface Result {
  readonly data: unknown;
  readonly text: string;
  /** The message for people when there is no data. */
  readonly remark?: string;
  /** What a check found; it ends the command with exit code `finding`. */
  readonly finding?: string;
  /** What a check needs and lacks; it ends the command with exit code `notFound`. */
  readonly missing?: string;
}

/** Data printed piece by piece as it is read: it may exceed memory. */
export interface Stream {
  readonly pieces: AsyncIterable<string>;
  readonly remark?: string;
  readonly finding?: string;
}

/** Writes a message for people as it is. */
export const writeNote = (text: string): void => {
  if (printsJson()) return;
  clearProgress();
  process.stderr.write(text);
};

/** Prints a note for people: what is worked on, what was done, what to do next. */
export const note = (message: string): void => writeNote(`${forReader(message)}\n`);

const writeData = async (text: string): Promise<void> => {
  clearProgress();
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
};

const printPieces = async (pieces: AsyncIterable<string>): Promise<void> => {
  for await (const piece of pieces) {
    interruption().throwIfAborted();
    setInterruptionNote('the printed data is incomplete.');
    await writeData(piece);
  }
};

/** Prints data and nothing else to standard output. */
export const print = async (result: Result | Stream): Promise<void> => {
  if ('pieces' in result) {
    await printPieces(result.pieces);
  } else {
    const output = printsJson() ? toJson(result.data) : result.text;
    if (output !== '') await writeData(`${output}\n`);
  }
  if (result.remark !== undefined) note(result.remark);
};

/** An error for scripts. A fault includes its stack, which a bug report needs. */
const describeError = (error: unknown): object => {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  if (error instanceof CommandError) return { kind: error.kind, exitCode: error.exitCode, message };
  return { kind: 'fault', exitCode: exitCodes.fault, message, stack };
};

/** Prints the error that ended a command to standard error. */
export const printError = (error: unknown): void => {
  clearProgress();
  if (printsJson()) process.stderr.write(`${maskKeys(toJson({ error: describeError(error) }))}\n`);
  else printErrorAsText(error);
};
