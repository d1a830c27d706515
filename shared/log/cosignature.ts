import { isSameHash } from './merkle.ts';
import type { NoteKey, NoteSignature, SignedNote } from './signed-note.ts';
import { hashKey, joinBytes, verifyEd25519, writeSignatureLine } from './signed-note.ts';

/** Signatures of checkpoints with a time: `cosignature/v1` (C2SP tlog-cosignature). This file runs in browsers too. */

const timeBytes = 8;
const signatureBytes = 64;

/** The last second of the year 9999: what an ISO 8601 time of four digits can tell. */
const lastSecond = 253_402_300_799;

/** A time, and the signature over it and the text. */
interface Cosignature {
  readonly seconds: number;
  readonly signature: Uint8Array;
}

const messageOf = (seconds: number, text: string): string => `cosignature/v1\ntime ${seconds}\n${text}`;

export const isPlain = ({ signature }: NoteSignature): boolean => signature.length === signatureBytes;

/** Undefined for a signature of another length, or a time after 9999. */
export const readCosignature = ({ signature: bytes }: NoteSignature): Cosignature | undefined => {
  if (bytes.length !== timeBytes + signatureBytes) return undefined;
  const seconds = Number(new DataView(Uint8Array.from(bytes).buffer).getBigUint64(0));
  return seconds > lastSecond ? undefined : { seconds, signature: bytes.subarray(timeBytes) };
};

/** The signature lines of a key over a text: the plain one, then the one with the time. */
export const writeSignatures = (
  text: string,
  time: Date,
  { key, sign }: { readonly key: NoteKey; readonly sign: (bytes: Uint8Array) => Uint8Array },
): string => {
  const seconds = Math.floor(time.getTime() / 1_000);
  const said = new DataView(new ArrayBuffer(timeBytes));
  said.setBigUint64(0, BigInt(seconds));
  const encoder = new TextEncoder();
  const signature = sign(encoder.encode(messageOf(seconds, text)));
  return [
    writeSignatureLine(key, 'plain', sign(encoder.encode(text))),
    writeSignatureLine(key, 'cosignature', joinBytes(new Uint8Array(said.buffer), signature)),
  ].join('');
};

const isOf = (key: NoteKey, keyHash: Uint8Array) => (signature: NoteSignature) =>
  signature.name === key.name && isSameHash(signature.keyHash, keyHash);

/** Whether a cosignature holds. @throws NotSupportedError in a browser that cannot tell */
export const verifyCosignature = async (text: string, line: NoteSignature, key: NoteKey): Promise<boolean> => {
  const read = readCosignature(line);
  return read !== undefined && verifyEd25519(key, read.signature, messageOf(read.seconds, text));
};

/** The cosignature lines that a key claims to have made. */
export const cosignaturesOf = ({ signatures }: SignedNote, key: NoteKey): readonly NoteSignature[] =>
  signatures.filter(isOf(key, hashKey(key, 'cosignature')));

/**
 * Whether the log with this key signed the note: first its one plain signature, then its one cosignature, both over this
 * text. Lines of other keys are ignored.
 *
 * @throws NotSupportedError in a browser that cannot tell
 */
export const isSignedBy = async (note: SignedNote, key: NoteKey): Promise<boolean> => {
  const { text, signatures } = note;
  const plain = signatures.filter(isOf(key, hashKey(key)));
  const timed = cosignaturesOf(note, key);
  const [first, second] = signatures;
  if (first === undefined || second === undefined || plain.length !== 1 || timed.length !== 1) return false;
  if (plain[0] !== first || timed[0] !== second || !isPlain(first)) return false;
  return (await verifyEd25519(key, first.signature, text)) && verifyCosignature(text, second, key);
};
