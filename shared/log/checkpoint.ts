import type { TreeHead } from './merkle.ts';
import type { NoteKey, NoteSigner } from './signed-note.ts';
import {
  fromBase64,
  isPlain,
  isSignedBy,
  parseSignedNote,
  readCosignature,
  toBase64,
  writeSignatures,
} from './signed-note.ts';

/** A log's statement about its tree at a moment (C2SP tlog-checkpoint). This file runs in browsers too. */
export interface Checkpoint extends TreeHead {
  /** Name of the log. */
  readonly origin: string;
  /** When the log signed it, to the second, by its own clock. */
  readonly time: Date;
}

const rootBytes = 32;

/** The note of a checkpoint: three lines, and the two signatures of the log. */
export const signCheckpoint = ({ size, root, time }: Omit<Checkpoint, 'origin'>, signer: NoteSigner): string => {
  const text = `${signer.key.name}\n${size}\n${toBase64(root)}\n`;
  return `${text}\n${writeSignatures(text, time, signer)}`;
};

/**
 * The checkpoint of a signed note, or undefined. It checks the form: three lines, a tree that has leaves, and first a plain signature and a
 * cosignature under the name of the log. It does not check signatures.
 */
export const parseCheckpoint = (note: string): Checkpoint | undefined => {
  const signed = parseSignedNote(note);
  const [origin = '', count = '', root = '', end, ...more] = signed?.text.split('\n') ?? [];
  const size = /^[1-9]\d{0,11}$/.test(count) ? Number(count) : undefined;
  const hash = fromBase64(root);
  const [plain, timed] = signed?.signatures.filter(({ name }, i) => i < 2 && name === origin) ?? [];
  const cosignature = timed && readCosignature(timed);
  if (end !== '' || more.length > 0 || size === undefined || hash?.length !== rootBytes) return undefined;
  if (plain === undefined || !isPlain(plain) || cosignature === undefined) return undefined;
  return { origin, size, root: hash, time: new Date(cosignature.seconds * 1_000) };
};

/**
 * The checkpoint of a signed note, if the key signed it. Undefined for any other note.
 *
 * @param name of the log. Default: the one in the checkpoint
 * @throws NotSupportedError in a browser that cannot tell
 */
export const openCheckpoint = async (
  note: string,
  { name, publicKey }: Partial<NoteKey> & Pick<NoteKey, 'publicKey'>,
): Promise<Checkpoint | undefined> => {
  const [signed, head] = [parseSignedNote(note), parseCheckpoint(note)];
  if (signed === undefined || head === undefined) return undefined;
  return (await isSignedBy(signed, { name: name ?? head.origin, publicKey })) ? head : undefined;
};

/** The part of a note that time stamps cover: the text and the first signature. Later cosignatures leave it as it is. */
export const stampedPart = (note: string): string => {
  const signatures = note.lastIndexOf('\n\n') + 2;
  const end = note.indexOf('\n', signatures);
  return end < 0 ? note : note.slice(0, end + 1);
};
