import type { DocumentLog } from '../../shared/evidence/schema.ts';
import type { Checkpoint, NoteKey, SignedNote } from '../../shared/log/note.ts';
import { isSignedBy, parseCheckpoint, parseSignedNote, readKeptNote } from '../../shared/log/note.ts';
import { escapeInvisible } from '../../shared/schema/visible-text.ts';
import type { Check } from '../verification.ts';
import { fail, leaveOpen, pass } from '../verification.ts';
import { tolerance } from './event-times.ts';

type GivenCheckpoint = DocumentLog['checkpoints'][number];

/** The checkpoints of a document that hold, by the size of their trees. */
export type Heads = ReadonlyMap<number, Checkpoint>;

const name = 'log-checkpoint';

export const toTree = ({ size, time }: Checkpoint) => ({ size, time: time.toISOString() });

/** Whether the key made both signatures; undefined if this browser cannot check it. */
export const trySignature = async (note: SignedNote, key: NoteKey): Promise<boolean | undefined> => {
  try {
    return await isSignedBy(note, key);
  } catch (error) {
    return error instanceof Error && error.name === 'NotSupportedError' ? undefined : false;
  }
};

/** The result for one checkpoint; with its head unless it failed. */
interface Found {
  readonly check: Check;
  readonly head?: Checkpoint;
}

const checkOne = async ({ note, stamps }: GivenCheckpoint, key: NoteKey): Promise<Found> => {
  const [signed, head] = [parseSignedNote(note), parseCheckpoint(note)];
  if (signed === undefined || head === undefined || head.origin !== key.name)
    return { check: fail(name, ['checkpoint-damaged']) };
  const tree = toTree(head);
  const isSigned = await trySignature(signed, key);
  if (isSigned === undefined) return { check: leaveOpen(name, ['checkpoint-unchecked', tree]), head };
  if (!isSigned) return { check: fail(name, ['checkpoint-unsigned', tree]) };
  return {
    check: pass(name, ['checkpoint-ok', { log: escapeInvisible(key.name), ...tree, stamps: stamps.length }]),
    head,
  };
};

/**
 * Checks the checkpoints of a document. Time stamps are counted, not judged: whoever relies on one verifies it with software for RFC 3161.
 *
 * @returns those that did not fail, by size; one that is not larger than the last before it does not count
 */
export const checkCheckpoints = async (
  checkpoints: readonly GivenCheckpoint[],
  key: NoteKey,
): Promise<{ readonly checks: readonly Check[]; readonly heads: Heads }> => {
  const found = await Promise.all(checkpoints.map((one) => checkOne(one, key)));
  const signed = found.flatMap(({ head }) => head ?? []);
  const heads = new Map<number, Checkpoint>();
  let largest = 0;
  for (const head of signed) {
    if (head.size <= largest) continue;
    largest = head.size;
    heads.set(largest, head);
  }
  const isInOrder = heads.size === signed.length;
  return {
    checks: [...found.map(({ check }) => check), ...(isInOrder ? [] : [fail(name, ['checkpoint-damaged'])])],
    heads,
  };
};

/** Whether a checkpoint may have been made by now. The time of any other proves nothing. */
export const isPast = ({ time }: Checkpoint, now: Date): boolean => time.getTime() <= now.getTime() + tolerance;

/** Checkpoints, of the document or kept, whose times cannot be right: in the future, or before that of a smaller tree, though the log only grows. */
export const findWrongTimes = (heads: readonly Checkpoint[], now: Date): readonly Check[] => {
  const past = heads.filter((head) => isPast(head, now));
  const isWrong = (head: Checkpoint): boolean =>
    !isPast(head, now) ||
    past.some(({ size, time }) => size < head.size && time.getTime() > head.time.getTime() + tolerance);
  return heads.filter(isWrong).map((head) => leaveOpen(name, ['checkpoint-time', toTree(head)]));
};

/** A checkpoint that the reader kept. */
export interface KeptCheckpoint {
  /** The reader's name for it, such as the name of the file. */
  readonly source: string;
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
 * @param source the reader's name for it; it is returned with the checkpoint
 */
export const readKeptCheckpoint = (
  text: string,
  source: string,
): { readonly kept: KeptCheckpoint } | { readonly fault: string } => {
  const whole = text.length > longestFile ? '' : readKeptNote(text);
  const [note, head] = [parseSignedNote(whole), parseCheckpoint(whole)];
  return note && head
    ? { kept: { source, note, whole, head } }
    : {
        fault: `${escapeInvisible(source)} is not a checkpoint of a log. A checkpoint is a signed note with a name, a size from 1 on, a hash and the two signatures of the log, or one event that contains it.`,
      };
};
