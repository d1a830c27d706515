import type { PlacedLeaf } from '../../shared/evidence/document-leaves.ts';
import { placeOf } from '../../shared/evidence/document-leaves.ts';
import type { Checkpoint } from '../../shared/log/note.ts';
import type { HashedNode, Node } from '../../shared/log/tree.ts';
import { nodesOfInclusion, planRoot } from '../../shared/log/tree.ts';
import { isSameBytes } from '../../shared/runtime/values.ts';
import { escapeInvisible } from '../../shared/schema/visible-text.ts';
import type { Check, NamedTree } from '../verification.ts';
import { fail } from '../verification.ts';
import type { Heads, KeptCheckpoint } from './checkpoints.ts';

/** A tree that the log signed, and what is known of it. */
interface KnownTree {
  readonly head: Checkpoint;
  readonly named: NamedTree;
  /** The complete subtrees that it consists of, from left to right. */
  readonly whole: readonly Node[];
  /** Complete subtrees whose hashes are known: from the paths of proved leaves, and from its root if it is one itself. */
  readonly nodes: readonly HashedNode[];
}

const openTree = (head: Checkpoint, whence: string | null, leaves: readonly PlacedLeaf[]): KnownTree => {
  const { size, root: hash } = head;
  const whole = planRoot(size).nodes;
  const ofPaths = leaves.flatMap(({ leaf, hash: own, root }) =>
    own !== undefined && root !== undefined && leaf.size === size && isSameBytes(root, hash)
      ? nodesOfInclusion(own, placeOf(leaf))
      : [],
  );
  const [first, ...others] = whole;
  const ofRoot = first !== undefined && others.length === 0 ? [{ ...first, hash }] : [];
  return { head, named: { size, whence }, whole, nodes: [...ofPaths, ...ofRoot] };
};

const nameOf = ({ level, index }: Node): string => `${level} ${index}`;

/** Whose hash of a subtree it is. */
interface Known {
  readonly hash: Uint8Array;
  readonly tree: KnownTree;
}

/** A tree whose root is not the one that follows from what it consists of, and another that says so. */
const findOtherRoot = (
  trees: readonly KnownTree[],
  known: ReadonlyMap<string, Known>,
): readonly [KnownTree, KnownTree] | undefined => {
  for (const tree of trees) {
    const { size, root } = tree.head;
    const parts = tree.whole.flatMap((node) => known.get(nameOf(node)) ?? []);
    const hashes = new Map(tree.whole.map((node, i) => [nameOf(node), parts[i]?.hash ?? root]));
    if (parts.length < tree.whole.length) continue;
    if (
      isSameBytes(
        planRoot(size).compute((node) => hashes.get(nameOf(node)) ?? root),
        root,
      )
    )
      continue;
    return [parts.find((part) => part.tree !== tree)?.tree ?? tree, tree];
  }
  return undefined;
};

/** Two trees that are not of one log that only grows. Undefined if all may be. */
const findFork = (trees: readonly KnownTree[]): readonly [KnownTree, KnownTree] | undefined => {
  const known = new Map<string, Known>();
  for (const tree of trees)
    for (const node of tree.nodes) {
      const before = known.get(nameOf(node)) ?? { hash: node.hash, tree };
      if (!isSameBytes(before.hash, node.hash)) return [before.tree, tree];
      known.set(nameOf(node), before);
    }
  return findOtherRoot(trees, known);
};

const toTwoHistories = (name: 'log' | 'log-kept', [one, other]: readonly [KnownTree, KnownTree]): readonly Check[] => [
  fail(name, ['log-two-histories', { one: one.named, other: other.named }]),
];

/**
 * Whether all trees that a document and its reader have may be of one log: a complete subtree has one hash in all trees
 * of a log that only grows (docs/evidence-format.md, One history). Two roots of the same size are told elsewhere.
 *
 * @param known the kept checkpoints that the key of the document's log signed
 */
export const checkHistory = (
  leaves: readonly PlacedLeaf[],
  heads: Heads,
  known: readonly KeptCheckpoint[],
): readonly Check[] => {
  const own = [...heads.values()].map((head) => openTree(head, null, leaves));
  const forked = findFork(own);
  if (forked !== undefined) return toTwoHistories('log', forked);
  const trees = new Map(own.map((tree) => [tree.head.size, tree]));
  for (const { head, whence } of known)
    if (!trees.has(head.size)) trees.set(head.size, openTree(head, escapeInvisible(whence), leaves));
  const forkedFromKept = trees.size > own.length ? findFork([...trees.values()]) : undefined;
  return forkedFromKept === undefined ? [] : toTwoHistories('log-kept', forkedFromKept);
};
