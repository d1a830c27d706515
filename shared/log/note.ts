import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { attempt, isSameBytes, joinBytes } from '../runtime/values.ts';
import { isMap } from '../schema/scalar.ts';
import type { TreeHead } from './tree.ts';

/** Signed notes (C2SP signed-note) with Ed25519 keys. This file runs in browsers too. */

/** A key that verifies notes. Its name is that of the log. */
export interface NoteKey {
  readonly name: string;
  /** 32 bytes of Ed25519 (RFC 8032). */
  readonly publicKey: Uint8Array;
}

/** Types of signatures: over the text alone, and with a time (C2SP tlog-cosignature). */
const signatureTypes = { plain: 1, cosignature: 4 } as const;
type SignatureType = keyof typeof signatureTypes;

/** A note's claimed signature of one key. */
interface NoteSignature {
  readonly name: string;
  readonly keyHash: Uint8Array;
  readonly signature: Uint8Array;
}

export interface SignedNote {
  /** The signed text, including the line end. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

const keyHashBytes = 4;
const publicKeyBytes = 32;
const dash = '\u2014';

/** No note is longer, or has more signatures. */
const longestNote = 65_536;
const mostSignatures = 64;

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

/** Bytes from base64 in its only canonical form. Undefined for any other text. */
export const fromBase64 = (text: string): Uint8Array | undefined =>
  attempt(() => {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    return toBase64(bytes) === text ? bytes : undefined;
  });

/** Names of keys have neither Unicode spaces nor a plus. */
const isName = (text: string): boolean => /^[^+\p{White_Space}\p{Surrogate}]+$/u.test(text);

/** A key behind its type. */
const typed = ({ publicKey }: NoteKey, type: SignatureType): Uint8Array =>
  joinBytes([Uint8Array.of(signatureTypes[type]), publicKey]);

/** The first four bytes of a hash of a key and its name. Signature lines have it. */
export const hashKey = (key: NoteKey, type: SignatureType = 'plain'): Uint8Array =>
  sha256(joinBytes([encode(`${key.name}\n`), typed(key, type)])).subarray(0, keyHashBytes);

/** A key in the form for verifiers: `<name>+<hash>+<key>`. */
export const writeNoteKey = (key: NoteKey): string =>
  `${key.name}+${bytesToHex(hashKey(key))}+${toBase64(typed(key, 'plain'))}`;

/** Parses a key in this form. Undefined for any other text, and for a key of another type. */
export const parseNoteKey = (text: string): NoteKey | undefined => {
  const [name = '', hash = '', ...rest] = text.trim().split('+');
  const bytes = fromBase64(rest.join('+'));
  if (bytes === undefined || bytes[0] !== signatureTypes.plain || bytes.length !== 1 + publicKeyBytes || !isName(name))
    return undefined;
  const key = { name, publicKey: bytes.subarray(1) };
  return bytesToHex(hashKey(key)) === hash ? key : undefined;
};

/** A signature line with its line end. */
export const writeSignatureLine = (key: NoteKey, type: SignatureType, signature: Uint8Array): string =>
  `${dash} ${key.name} ${toBase64(joinBytes([hashKey(key, type), signature]))}\n`;

const parseSignature = (line: string): NoteSignature | undefined => {
  const [mark, name = '', encoded, ...rest] = line.split(' ');
  const bytes = encoded === undefined ? undefined : fromBase64(encoded);
  if (mark !== dash || !isName(name) || rest.length > 0 || bytes === undefined || bytes.length <= keyHashBytes)
    return undefined;
  return { name, keyHash: bytes.subarray(0, keyHashBytes), signature: bytes.subarray(keyHashBytes) };
};

/** Whether a text has a control character of ASCII but the line end, or half a character, which UTF-8 cannot hold. */
const hasForbidden = (text: string): boolean =>
  /\p{Surrogate}/u.test(text) || [...text].some((character) => character < ' ' && character !== '\n');

/** Parses a note. Undefined for any other text. */
export const parseSignedNote = (note: string): SignedNote | undefined => {
  const end = note.lastIndexOf('\n\n');
  if (end < 1 || !note.endsWith('\n') || note.length > longestNote || hasForbidden(note)) return undefined;
  if (encode(note).length > longestNote) return undefined;
  const lines = note.slice(end + 2, -1).split('\n');
  if (lines.length > mostSignatures) return undefined;
  const signatures = lines.map(parseSignature).filter((signature) => signature !== undefined);
  return signatures.length === lines.length ? { text: note.slice(0, end + 1), signatures } : undefined;
};

/** Whether a key made an Ed25519 signature. @throws NotSupportedError in a browser that cannot verify it */
const verifyEd25519 = async (key: NoteKey, signature: Uint8Array, message: string): Promise<boolean> => {
  const imported = await crypto.subtle.importKey('raw', Uint8Array.from(key.publicKey), 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', imported, Uint8Array.from(signature), Uint8Array.from(encode(message)));
};

const timeBytes = 8;
const signatureBytes = 64;

/** The last second of the year 9999: what an ISO 8601 time of four digits can express. */
const lastSecond = 253_402_300_799;

/** A signature of `cosignature/v1` (C2SP tlog-cosignature): a time, and the signature over it and the text. */
interface Cosignature {
  readonly seconds: number;
  readonly signature: Uint8Array;
}

const messageOf = (seconds: number, text: string): string => `cosignature/v1\ntime ${seconds}\n${text}`;

const isPlain = ({ signature }: NoteSignature): boolean => signature.length === signatureBytes;

/** Undefined for a signature of another length, or a time after 9999. */
const readCosignature = ({ signature: bytes }: NoteSignature): Cosignature | undefined => {
  if (bytes.length !== timeBytes + signatureBytes) return undefined;
  const seconds = Number(new DataView(Uint8Array.from(bytes).buffer).getBigUint64(0));
  return seconds > lastSecond ? undefined : { seconds, signature: bytes.subarray(timeBytes) };
};

/** What signs notes: the key, which has the signer's name, and its private half. */
interface NoteSigner {
  readonly key: NoteKey;
  readonly sign: (bytes: Uint8Array) => Uint8Array;
}

/** The signature lines of a key over a text: the plain one, then the one with the time. */
const writeSignatures = (text: string, time: Date, { key, sign }: NoteSigner): string => {
  const seconds = Math.floor(time.getTime() / 1_000);
  const said = new DataView(new ArrayBuffer(timeBytes));
  said.setBigUint64(0, BigInt(seconds));
  const signature = sign(encode(messageOf(seconds, text)));
  return [
    writeSignatureLine(key, 'plain', sign(encode(text))),
    writeSignatureLine(key, 'cosignature', joinBytes([new Uint8Array(said.buffer), signature])),
  ].join('');
};

/** Whether a key claims to have made a signature. */
const isOf = (key: NoteKey, type: SignatureType) => {
  const keyHash = hashKey(key, type);
  return (signature: NoteSignature): boolean => signature.name === key.name && isSameBytes(signature.keyHash, keyHash);
};

/**
 * Whether the log with this key signed the note: first its one plain signature, then its one cosignature, both over this
 * text. Lines of other keys are ignored.
 *
 * @throws NotSupportedError in a browser that cannot verify it
 */
export const isSignedBy = async ({ text, signatures }: SignedNote, key: NoteKey): Promise<boolean> => {
  const [first, second] = signatures;
  const [plain, ...morePlain] = signatures.filter(isOf(key, 'plain'));
  const [timed, ...moreTimed] = signatures.filter(isOf(key, 'cosignature'));
  if (plain === undefined || plain !== first || timed === undefined || timed !== second) return false;
  if (morePlain.length > 0 || moreTimed.length > 0 || !isPlain(plain)) return false;
  const cosignature = readCosignature(timed);
  if (cosignature === undefined || !(await verifyEd25519(key, plain.signature, text))) return false;
  return verifyEd25519(key, cosignature.signature, messageOf(cosignature.seconds, text));
};

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
 * @throws NotSupportedError in a browser that cannot verify it
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

/** The text from the first brace to the last one, as JSON. Undefined for anything else. */
const findJson = (text: string): unknown =>
  attempt(() => JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)));

/** The note in an event of the bus (docs/log.md, Anchors and time stamps), with or without EventBridge's envelope. */
const findNoteInEvent = (text: string): string | undefined => {
  const event = findJson(text);
  const detail = isMap(event) && isMap(event.detail) ? event.detail : event;
  return isMap(detail) && typeof detail.note === 'string' ? detail.note : undefined;
};

/**
 * A kept checkpoint as it was signed, from a file with the note, whose line ends a mail program may have changed, or
 * from the event with the note, as the register mails it. Other texts stay other texts. This file runs in browsers too.
 */
export const readKeptNote = (text: string): string =>
  `${(findNoteInEvent(text) ?? text).replaceAll('\r\n', '\n').trim()}\n`;
