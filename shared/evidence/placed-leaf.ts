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

/** The entry of a leaf: SHA-256 of its salt and of the canonical JSON of its statement (docs/evidence.md, The log). */
export const entryOf = (salt: Uint8Array, statement: LeafStatement): Uint8Array =>
  sha256(joinBytes([salt, encode(toCanonicalJson(statement))]));

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
  const hash = hashLeaf(entryOf(decode(leaf.salt), told));
  return { leaf, hash, root: rootOfInclusion(hash, placeOf(leaf)) };
};
