import type { DocumentLog } from '../../shared/evidence/log-schema.ts';
import type { Checkpoint } from '../../shared/log/checkpoint.ts';
import { parseCheckpoint } from '../../shared/log/checkpoint.ts';
import type { NoteKey, SignedNote } from '../../shared/log/signed-note.ts';
import { isSignedBy, parseSignedNote } from '../../shared/log/signed-note.ts';
import { tame } from '../../shared/schema/visible-text.ts';
import type { Saying } from '../saying.ts';
import type { Check } from '../verification.ts';
import { asks, fails, holds } from '../verification.ts';

type Given = DocumentLog['checkpoints'][number];

/** A checkpoint of the document. */
export interface TreeHead {
  readonly head: Checkpoint;
  readonly note: string;
  readonly signed: SignedNote;
  readonly stamps: readonly string[];
}

/** Whether the key made both signatures; undefined if this browser cannot check it. */
export const trySignature = async (note: SignedNote, key: NoteKey): Promise<boolean | undefined> => {
  try {
    return await isSignedBy(note, key);
  } catch (error) {
    return error instanceof Error && error.name === 'NotSupportedError' ? undefined : false;
  }
};

const describe = ({ size, time }: Checkpoint) => ({ size, time: time.toISOString() });

/** The result for one checkpoint; with its head unless it failed. */
interface Found {
  readonly check: Check;
  readonly head?: TreeHead;
}

const refuse = (saying: Saying): Found => ({ check: fails('log-checkpoint', 'log', saying) });

const checkOne = async ({ note, stamps }: Given, key: NoteKey): Promise<Found> => {
  const [signed, head] = [parseSignedNote(note), parseCheckpoint(note)];
  if (signed === undefined || head === undefined) return refuse(['checkpoint-damaged']);
  if (head.origin !== key.name) return refuse(['checkpoint-other-log', { origin: tame(head.origin) }]);
  const isSigned = await trySignature(signed, key);
  if (isSigned === false) return refuse(['checkpoint-unsigned', describe(head)]);
  const found = { head, note, signed, stamps };
  if (isSigned === undefined)
    return {
      check: asks('log-checkpoint', 'log', ['checkpoint-unchecked', describe(head)]),
      head: found,
    };
  return {
    check: holds('log-checkpoint', 'log', ['checkpoint-ok', { log: tame(key.name), ...describe(head) }]),
    head: found,
  };
};

/** Checks the checkpoints of a document. @returns those that did not fail, by size */
export const checkCheckpoints = async (
  checkpoints: readonly Given[],
  key: NoteKey,
): Promise<{ readonly checks: readonly Check[]; readonly heads: ReadonlyMap<number, TreeHead> }> => {
  const found = await Promise.all(checkpoints.map((one) => checkOne(one, key)));
  const heads = found.flatMap(({ head }) => head ?? []);
  const bySize = new Map(heads.map((one) => [one.head.size, one]));
  const isInOrder = heads.every(({ head }, i) => head.size > (heads[i - 1]?.head.size ?? -1));
  const disorder = isInOrder ? [] : [fails('log-checkpoint', 'log', ['checkpoint-order'])];
  return { checks: [...found.map(({ check }) => check), ...disorder], heads: bySize };
};
