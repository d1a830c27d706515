import { sha256 } from '@noble/hashes/sha2.js';
import { toCanonicalJson } from '../../shared/canonical.ts';
import type { LogLeaf } from '../../shared/evidence/log-schema.ts';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import type { LeafStatement } from '../../shared/log/leaf-statement.ts';
import { hashLeaf, rootOfInclusion } from '../../shared/log/merkle.ts';
import { fromBase64, joinBytes } from '../../shared/log/signed-note.ts';
import { tellLeaf } from './leaf-statements.ts';

const none = new Uint8Array();

const decode = (text: string): Uint8Array => fromBase64(text) ?? none;

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/**
 * Of what the entry of a leaf is the SHA-256 (docs/evidence.md, The log). A leaf that `log take-in` appended also commits to when that was.
 */
const toPreimage = ({ salt, takenIn }: LogLeaf, statement: LeafStatement): Uint8Array => {
  const own = joinBytes(decode(salt), encode(toCanonicalJson(statement)));
  return takenIn === undefined ? own : joinBytes(sha256(own), encode(takenIn));
};

/** A leaf of a document, and the root that its path leads to; undefined if the statement or the path does not fit. */
export interface PlacedLeaf {
  readonly leaf: LogLeaf;
  readonly root: Uint8Array | undefined;
}

/** Of what the entry of a leaf is the SHA-256; undefined if the statement does not fit. */
export const preimageOf = async (leaf: LogLeaf, statement: Statement): Promise<Uint8Array | undefined> => {
  const told = await tellLeaf(leaf, statement);
  return told && toPreimage(leaf, told);
};

export const placeLeaf = async (leaf: LogLeaf, statement: Statement): Promise<PlacedLeaf> => {
  const told = await tellLeaf(leaf, statement);
  if (told === undefined) return { leaf, root: undefined };
  const hash = hashLeaf(sha256(toPreimage(leaf, told)));
  const { index, size, path } = leaf;
  return { leaf, root: rootOfInclusion(hash, { index, size, path: path.map(decode) }) };
};
