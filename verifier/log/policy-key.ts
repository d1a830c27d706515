import { sha256 } from '@noble/hashes/sha2.js';
import type { NoteKey } from '../../shared/transparency/signed-note.ts';
import { fromBase64, joinBytes, parseNoteKey, toHex } from '../../shared/transparency/signed-note.ts';

/** A key of a policy, in the form `<name>+<hash>+<key>` (C2SP signed-note, verifier keys). */
export interface PolicyKey {
  /** The type of its signatures, such as 4 for cosignatures of Ed25519. */
  readonly type: number;
  /** The public key itself, in hexadecimal digits: the same key may have several names and types. */
  readonly material: string;
  /** The key, if it is one of Ed25519. No other is verified. */
  readonly ed25519: NoteKey | undefined;
}

const ecdsa = 2;
/** Lengths of public keys, by types of signatures. */
const lengths: ReadonlyMap<number, number> = new Map([
  [1, 32],
  [4, 32],
  [6, 1_312],
]);

/** The key hash of a key of ECDSA is made of another form of the key, and is not compared. */
const isHashOf = (hash: string, name: string, bytes: Uint8Array): boolean =>
  bytes[0] === ecdsa || toHex(sha256(joinBytes(new TextEncoder().encode(`${name}\n`), bytes)).subarray(0, 4)) === hash;

/** Undefined for any other text, and for a key whose hash is not its own. */
export const readPolicyKey = (text: string): PolicyKey | undefined => {
  const ed25519 = parseNoteKey(text) ?? parseNoteKey(text, 'cosignature');
  const [name = '', hash = '', ...rest] = text.split('+');
  const bytes = fromBase64(rest.join('+'));
  const [type] = bytes ?? [];
  if (bytes === undefined || type === undefined || bytes.length < 2 || !/^[0-9a-f]{8}$/.test(hash)) return undefined;
  if ((lengths.get(type) ?? bytes.length - 1) !== bytes.length - 1 || name === '') return undefined;
  if (!isHashOf(hash, name, bytes) || (lengths.get(type) === 32 && ed25519 === undefined)) return undefined;
  return { type, material: toHex(bytes.subarray(1)), ed25519 };
};
