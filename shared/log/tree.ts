import { sha256 } from '@noble/hashes/sha2.js';

/** A complete subtree: the node at `index` of the row in which each node has 2 to the power of `level` leaves. */
export interface Node {
  readonly level: number;
  readonly index: number;
}

/** Leaves from `start` up to but not including `end`, as one subtree of the tree of RFC 6962. */
interface Subtree {
  readonly start: number;
  readonly end: number;
}

/** Returns the hash of a complete subtree. */
export type ReadNode = (node: Node) => Uint8Array;

/** The largest power of two below a number of leaves, which is two or more. */
const splitOf = (leaves: number): number => {
  let split = 1;
  while (split * 2 < leaves) split *= 2;
  return split;
};

const levelOf = (leaves: number): number => Math.log2(leaves);

const isComplete = ({ start, end }: Subtree): boolean => {
  const leaves = end - start;
  return Number.isInteger(levelOf(leaves)) && start % leaves === 0;
};

const splitSubtree = ({ start, end }: Subtree): readonly [left: Subtree, right: Subtree] => {
  const middle = start + splitOf(end - start);
  return [
    { start, end: middle },
    { start: middle, end },
  ];
};

/** The complete subtrees that a subtree consists of, from left to right. */
const toNodes = (subtree: Subtree): Node[] => {
  const { start, end } = subtree;
  if (isComplete(subtree)) return [{ level: levelOf(end - start), index: start / (end - start) }];
  return splitSubtree(subtree).flatMap(toNodes);
};

const hashSubtree = (subtree: Subtree, read: ReadNode): Uint8Array => {
  const hashes = toNodes(subtree).map(read);
  return hashes.reduceRight((right, left) => hashNode(left, right));
};

/** The subtrees whose hashes are the path of a leaf, the nearest first (RFC 6962, section 2.1.1). */
const inclusionSubtrees = (index: number, tree: Subtree): Subtree[] => {
  if (tree.end - tree.start === 1) return [];
  const [left, right] = splitSubtree(tree);
  return index < left.end ? [...inclusionSubtrees(index, left), right] : [...inclusionSubtrees(index, right), left];
};

/** What a computation needs to read, and the computation itself. */
export interface Plan<Result> {
  readonly nodes: readonly Node[];
  readonly compute: (read: ReadNode) => Result;
}

/** The root of the tree of a size. */
export const planRoot = (size: number): Plan<Uint8Array> =>
  size === 0
    ? { nodes: [], compute: () => emptyRoot }
    : {
        nodes: toNodes({ start: 0, end: size }),
        compute: (read) => hashSubtree({ start: 0, end: size }, read),
      };

/** The inclusion proof of a leaf in the tree with `size` leaves. @param index from 0 up to but not including `size` */
export const planInclusion = (index: number, size: number): Plan<Uint8Array[]> => {
  const subtrees = inclusionSubtrees(index, { start: 0, end: size });
  return {
    nodes: subtrees.flatMap(toNodes),
    compute: (read) => subtrees.map((subtree) => hashSubtree(subtree, read)),
  };
};

/** A complete subtree with its hash. */
export interface HashedNode extends Node {
  readonly hash: Uint8Array;
}

/** The complete subtrees whose hashes an inclusion proof names or computes, the leaf first. Its path has the right length. */
export const nodesOfInclusion = (
  leaf: Uint8Array,
  { index, size, path }: { readonly index: number; readonly size: number; readonly path: readonly Uint8Array[] },
): readonly HashedNode[] => {
  const named = inclusionSubtrees(index, { start: 0, end: size }).map((subtree, i) => ({
    subtree,
    hash: path[i] ?? emptyRoot,
  }));
  let own = { subtree: { start: index, end: index + 1 }, hash: leaf };
  const all = [own];
  for (const sibling of named) {
    const [left, right] = sibling.subtree.start < own.subtree.start ? [sibling, own] : [own, sibling];
    own = {
      subtree: { start: left.subtree.start, end: right.subtree.end },
      hash: hashNode(left.hash, right.hash),
    };
    all.push(sibling, own);
  }
  return all.flatMap(({ subtree, hash }) =>
    isComplete(subtree) ? toNodes(subtree).map((node) => ({ ...node, hash })) : [],
  );
};

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
