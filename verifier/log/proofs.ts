import { isSameBytes } from '../../shared/bytes.ts';
import { nameOfLeaf } from '../../shared/evidence/leaf-statements.ts';
import type { LogLeaf, NamedLeaf } from '../../shared/evidence/log-schema.ts';
import type { PlacedLeaf } from '../../shared/evidence/placed-leaf.ts';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import { remember } from '../../shared/remember.ts';
import type { KeptCheckpoint } from './kept-checkpoint.ts';
import type { TreeHead } from './tree-heads.ts';

/** The checkpoints of a document that hold, by the size of their trees. */
export type Heads = ReadonlyMap<number, TreeHead>;

export const isIncluded = ({ leaf, root }: PlacedLeaf, heads: Heads): boolean => {
  const head = heads.get(leaf.size);
  return head !== undefined && root !== undefined && isSameBytes(root, head.head.root);
};

/** A leaf in a checkpoint of the document. */
export interface Included {
  readonly leaf: LogLeaf;
  readonly head: TreeHead['head'];
}

/** A leaf in a checkpoint that the reader kept. */
export interface KeptProof {
  readonly leaf: LogLeaf;
  readonly kept: KeptCheckpoint;
}

/** Everything that a document proves of its statement. */
export interface Proofs {
  readonly statement: Statement;
  readonly included: readonly Included[];
  readonly proving: readonly KeptProof[];
}

export const includedIn = (leaves: readonly PlacedLeaf[], heads: Heads): readonly Included[] =>
  leaves
    .filter((leaf) => isIncluded(leaf, heads))
    .flatMap(({ leaf }) => {
      const found = heads.get(leaf.size);
      return found === undefined ? [] : { leaf, head: found.head };
    });

/** Whether two leaves tell the same. */
export const isAlike = (one: NamedLeaf, other: NamedLeaf): boolean => nameOfLeaf(one) === nameOfLeaf(other);

const includedByName = remember((included: readonly Included[]) =>
  Map.groupBy(
    [...included].sort((one, other) => one.leaf.size - other.leaf.size),
    ({ leaf }) => nameOfLeaf(leaf),
  ),
);

const provingByName = remember((proving: readonly KeptProof[]) => Map.groupBy(proving, ({ leaf }) => nameOfLeaf(leaf)));

/** The first checkpoint of the document that contains an event. */
export const firstOf = (told: NamedLeaf, { included }: Pick<Proofs, 'included'>): Included | undefined =>
  includedByName(included).get(nameOfLeaf(told))?.[0];

export const keptOf = (told: NamedLeaf, { proving }: Pick<Proofs, 'proving'>): KeptProof | undefined =>
  provingByName(proving).get(nameOfLeaf(told))?.[0];

/** The leaf of an event; undefined if nothing proves that the log has it. */
export const proofOf = (told: NamedLeaf, proofs: Pick<Proofs, 'included' | 'proving'>): LogLeaf | undefined =>
  (firstOf(told, proofs) ?? keptOf(told, proofs))?.leaf;
