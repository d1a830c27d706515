import { sha256 } from '@noble/hashes/sha2.js';
import { joinBytes } from '../bytes.ts';
import { toCanonicalJson } from '../canonical.ts';
import type { LeafStatement } from '../log/leaf-statement.ts';
import { hashLeaf, rootOfInclusion } from '../log/merkle.ts';
import { fromBase64 } from '../log/signed-note.ts';
import { tellLeaf } from './leaf-statements.ts';
import type { LogLeaf } from './log-schema.ts';
import type { Statement } from './statement-schema.ts';

const none = new Uint8Array();

const decode = (text: string): Uint8Array => fromBase64(text) ?? none;

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/**
 * Of what the entry of a leaf is the SHA-256 (docs/evidence.md, The log). A leaf that `log take-in` appended also commits to when that was.
 */
export const toPreimage = ({ salt, takenIn }: LogLeaf, statement: LeafStatement): Uint8Array => {
  const own = joinBytes([decode(salt), encode(toCanonicalJson(statement))]);
  return takenIn === undefined ? own : joinBytes([sha256(own), encode(takenIn)]);
};

/** Where a leaf stands, with its path in bytes. */
export const placeOf = ({ index, size, path }: LogLeaf) => ({ index, size, path: path.map(decode) });

/** A leaf of a document, and the root that its path leads to; undefined if the statement or the path does not fit. */
export interface PlacedLeaf {
  readonly leaf: LogLeaf;
  /** Undefined if the statement does not fit. */
  readonly hash: Uint8Array | undefined;
  readonly root: Uint8Array | undefined;
}

export const placeLeaf = async (leaf: LogLeaf, statement: Statement): Promise<PlacedLeaf> => {
  const told = await tellLeaf(leaf, statement);
  if (told === undefined) return { leaf, hash: undefined, root: undefined };
  const hash = hashLeaf(sha256(toPreimage(leaf, told)));
  return { leaf, hash, root: rootOfInclusion(hash, placeOf(leaf)) };
};
