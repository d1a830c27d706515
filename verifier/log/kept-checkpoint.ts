import type { Checkpoint, SignedNote } from '../../shared/log/note.ts';
import { parseCheckpoint, parseSignedNote, readKeptNote } from '../../shared/log/note.ts';
import { tame } from '../../shared/schema/visible-text.ts';

/** A checkpoint that the reader kept. */
export interface KeptCheckpoint {
  /** The reader's name for it, such as the name of the file. */
  readonly whence: string;
  readonly note: SignedNote;
  /** The whole note, byte for byte. */
  readonly whole: string;
  readonly head: Checkpoint;
}

/** Longer than any checkpoint with the mail that it came in. The note itself may be no longer than any note. */
const longestFile = 1024 * 1024;

/**
 * Reads a checkpoint that the reader kept: a signed note, or the event that contains it (docs/evidence-format.md, The log).
 *
 * @param whence the reader's name for it; it is returned with the checkpoint
 */
export const readKeptCheckpoint = (
  text: string,
  whence: string,
): { readonly kept: KeptCheckpoint } | { readonly fault: string } => {
  const whole = text.length > longestFile ? '' : readKeptNote(text);
  const [note, head] = [parseSignedNote(whole), parseCheckpoint(whole)];
  return note && head
    ? { kept: { whence, note, whole, head } }
    : {
        fault: `${tame(whence)} is not a checkpoint of a log. A checkpoint is a signed note with a name, a size from 1 on, a hash and the two signatures of the log, or one event that contains it.`,
      };
};
