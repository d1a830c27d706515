import { sha256 } from '@noble/hashes/sha2.js';

/**
 * Hashes of a Merkle tree (RFC 6962, section 2.1), and the check of inclusion proofs. This file runs in browsers too.
 */

const leafPrefix = Uint8Array.of(0);
const nodePrefix = Uint8Array.of(1);

const hash = (...parts: readonly Uint8Array[]): Uint8Array => {
  const hashing = sha256.create();
  for (const part of parts) hashing.update(part);
  return hashing.digest();
};

/** Root of the tree without leaves. */
export const emptyRoot = hash();

export const hashLeaf = (entry: Uint8Array): Uint8Array => hash(leafPrefix, entry);

export const hashNode = (left: Uint8Array, right: Uint8Array): Uint8Array => hash(nodePrefix, left, right);

const half = (number: number): number => Math.floor(number / 2);
const isOdd = (number: number): boolean => number % 2 === 1;

/** The state of a proof: the place of the node in its row, and the last place of that row. */
interface Place {
  readonly at: number;
  readonly last: number;
}

const up = ({ at, last }: Place): Place => ({ at: half(at), last: half(last) });

/** Skips the rows in which the node is the last and has no neighbour. */
const climb = (place: Place): Place => (isOdd(place.at) || place.at === 0 ? up(place) : climb(up(place)));

const hasLeftNeighbour = ({ at, last }: Place): boolean => isOdd(at) || at === last;

/**
 * The root from an inclusion proof (RFC 9162, section 2.1.3.2). Undefined if the length of the path does not fit the
 * tree.
 *
 * @param index of the leaf, from 0
 */
export const rootOfInclusion = (
  leaf: Uint8Array,
  { index, size, path }: { readonly index: number; readonly size: number; readonly path: readonly Uint8Array[] },
): Uint8Array | undefined => {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size) return undefined;
  let place: Place = { at: index, last: size - 1 };
  let root = leaf;
  for (const sibling of path) {
    if (place.last === 0) return undefined;
    const isRight = hasLeftNeighbour(place);
    root = isRight ? hashNode(sibling, root) : hashNode(root, sibling);
    place = isRight ? climb(place) : up(place);
  }
  return place.last === 0 ? root : undefined;
};

/** The number of leaves of a tree, and its root. */
export interface TreeHead {
  readonly size: number;
  readonly root: Uint8Array;
}
