import { sha256 } from '@noble/hashes/sha2.js';
import { isSameHash } from './merkle.ts';

/** Signed notes (C2SP signed-note) with Ed25519. This file runs in browsers too. */

/** A key that verifies notes. Its name is that of the log. */
export interface NoteKey {
  readonly name: string;
  /** 32 bytes of Ed25519 (RFC 8032). */
  readonly publicKey: Uint8Array;
}

/** A note, and the claimed signature of one key. */
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

const algorithm = Uint8Array.of(1);
const keyHashBytes = 4;
const publicKeyBytes = 32;
const dash = '\u2014';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

const join = (...parts: readonly Uint8Array[]): Uint8Array => {
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

const hashKey = ({ name, publicKey }: NoteKey): Uint8Array =>
  sha256(join(encode(`${name}\n`), algorithm, publicKey)).subarray(0, keyHashBytes);

const toHex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** A key in the form for verifiers: `<name>+<hash>+<key>`. */
export const writeNoteKey = (key: NoteKey): string =>
  `${key.name}+${toHex(hashKey(key))}+${toBase64(join(algorithm, key.publicKey))}`;

/** Parses a key in this form. Undefined for any other text. */
export const parseNoteKey = (text: string): NoteKey | undefined => {
  const [name = '', hash = '', ...rest] = text.trim().split('+');
  const bytes = fromBase64(rest.join('+'));
  if (bytes === undefined || bytes[0] !== algorithm[0] || bytes.length !== 1 + publicKeyBytes || name === '')
    return undefined;
  const key = { name, publicKey: bytes.subarray(1) };
  return toHex(hashKey(key)) === hash ? key : undefined;
};

/** Writes a note with one signature. @param text ends with a line end @param signature Ed25519 over its bytes */
export const writeSignedNote = (text: string, key: NoteKey, signature: Uint8Array): string =>
  `${text}\n${dash} ${key.name} ${toBase64(join(hashKey(key), signature))}\n`;

const parseSignature = (line: string): NoteSignature | undefined => {
  const [mark, name, encoded, ...rest] = line.split(' ');
  const bytes = encoded === undefined ? undefined : fromBase64(encoded);
  if (mark !== dash || !name || rest.length > 0 || bytes === undefined || bytes.length <= keyHashBytes)
    return undefined;
  return { name, keyHash: bytes.subarray(0, keyHashBytes), signature: bytes.subarray(keyHashBytes) };
};

/** Parses a note. Undefined for any other text. */
export const parseSignedNote = (note: string): SignedNote | undefined => {
  const end = note.lastIndexOf('\n\n');
  if (end < 1 || !note.endsWith('\n')) return undefined;
  const signatures = note
    .slice(end + 2, -1)
    .split('\n')
    .map(parseSignature);
  if (signatures.some((signature) => signature === undefined)) return undefined;
  return { text: note.slice(0, end + 1), signatures: signatures.filter((signature) => signature !== undefined) };
};

/** Whether the key signed the note. Signatures of other keys are ignored. */
export const isSignedBy = async ({ text, signatures }: SignedNote, key: NoteKey): Promise<boolean> => {
  const keyHash = hashKey(key);
  const own = signatures.filter((signature) => signature.name === key.name && isSameHash(signature.keyHash, keyHash));
  if (own.length === 0) return false;
  const imported = await crypto.subtle.importKey('raw', Uint8Array.from(key.publicKey), 'Ed25519', false, ['verify']);
  const each = await Promise.all(
    own.map(({ signature }) =>
      crypto.subtle.verify('Ed25519', imported, Uint8Array.from(signature), Uint8Array.from(encode(text))),
    ),
  );
  return each.every(Boolean);
};
