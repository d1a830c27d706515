import { sha256 } from '@noble/hashes/sha2.js';

/** Signed notes (C2SP signed-note) with Ed25519 keys. This file runs in browsers too. */

/** A key that verifies notes. Its name is that of the log, or of a witness. */
export interface NoteKey {
  readonly name: string;
  /** 32 bytes of Ed25519 (RFC 8032). */
  readonly publicKey: Uint8Array;
}

/** Types of signatures: over the text alone, and with a time (C2SP tlog-cosignature). */
const signatureTypes = { plain: 1, cosignature: 4 } as const;
export type SignatureType = keyof typeof signatureTypes;

/** A note's claimed signature of one key. */
export interface NoteSignature {
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

export const joinBytes = (...parts: readonly Uint8Array[]): Uint8Array => {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
};

export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

/** Bytes from base64 in its only canonical form. Undefined for any other text. */
export const fromBase64 = (text: string): Uint8Array | undefined => {
  try {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    return toBase64(bytes) === text ? bytes : undefined;
  } catch {
    return undefined;
  }
};

/** Names of keys have neither Unicode spaces nor a plus. */
const isName = (text: string): boolean => /^[^+\p{White_Space}\p{Surrogate}]+$/u.test(text);

/** The first four bytes of a hash of name, type and key. Signature lines have it. */
export const hashKey = ({ name, publicKey }: NoteKey, type: SignatureType = 'plain'): Uint8Array =>
  sha256(joinBytes(encode(`${name}\n`), Uint8Array.of(signatureTypes[type]), publicKey)).subarray(0, keyHashBytes);

export const toHex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** A key in the form for verifiers: `<name>+<hash>+<key>`. */
export const writeNoteKey = (key: NoteKey, type: SignatureType = 'plain'): string =>
  `${key.name}+${toHex(hashKey(key, type))}+${toBase64(joinBytes(Uint8Array.of(signatureTypes[type]), key.publicKey))}`;

/** Parses a key in this form. Undefined for any other text, and for a key of another type. */
export const parseNoteKey = (text: string, type: SignatureType = 'plain'): NoteKey | undefined => {
  const [name = '', hash = '', ...rest] = text.trim().split('+');
  const bytes = fromBase64(rest.join('+'));
  if (bytes === undefined || bytes[0] !== signatureTypes[type] || bytes.length !== 1 + publicKeyBytes || !isName(name))
    return undefined;
  const key = { name, publicKey: bytes.subarray(1) };
  return toHex(hashKey(key, type)) === hash ? key : undefined;
};

/** A signature line with its line end. */
export const writeSignatureLine = (key: NoteKey, type: SignatureType, signature: Uint8Array): string =>
  `${dash} ${key.name} ${toBase64(joinBytes(hashKey(key, type), signature))}\n`;

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

/** Whether a key made an Ed25519 signature. @throws NotSupportedError in a browser that cannot tell */
export const verifyEd25519 = async (key: NoteKey, signature: Uint8Array, message: string): Promise<boolean> => {
  const imported = await crypto.subtle.importKey('raw', Uint8Array.from(key.publicKey), 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', imported, Uint8Array.from(signature), Uint8Array.from(encode(message)));
};
