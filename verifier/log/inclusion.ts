import { sha256 } from '@noble/hashes/sha2.js';
import { toCanonicalJson } from '../../shared/canonical.ts';
import type { LogLeaf } from '../../shared/evidence/log-schema.ts';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import type { LeafStatement } from '../../shared/transparency/leaf-statement.ts';
import { hashLeaf, rootOfInclusion } from '../../shared/transparency/merkle.ts';
import { fromBase64 } from '../../shared/transparency/signed-note.ts';
import { tellLeaf } from './leaf-statements.ts';

const none = new Uint8Array();

const decode = (text: string): Uint8Array => fromBase64(text) ?? none;

/** The entry of a leaf (docs/evidence.md, The log). */
const commit = (salt: Uint8Array, statement: LeafStatement): Uint8Array =>
  sha256
    .create()
    .update(salt)
    .update(new TextEncoder().encode(toCanonicalJson(statement)))
    .digest();

/** A leaf of a document, and the root that its path leads to; undefined if the statement or the path does not fit. */
export interface PlacedLeaf {
  readonly leaf: LogLeaf;
  readonly root: Uint8Array | undefined;
}

export const placeLeaf = async (leaf: LogLeaf, statement: Statement): Promise<PlacedLeaf> => {
  const told = await tellLeaf(leaf.event, statement);
  if (told === undefined) return { leaf, root: undefined };
  const hash = hashLeaf(commit(decode(leaf.salt), told));
  const { index, size, path } = leaf;
  return { leaf, root: rootOfInclusion(hash, { index, size, path: path.map(decode) }) };
};
