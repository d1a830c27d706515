import type { PlacedLeaf } from '../../shared/evidence/document-leaves.ts';
import type { Facts } from '../../shared/evidence/facts-schema.ts';
import type { NoteKey } from '../../shared/log/note.ts';
import { hashKey } from '../../shared/log/note.ts';
import { isSameBytes } from '../../shared/runtime/values.ts';
import { tame } from '../../shared/schema/visible-text.ts';
import type { NamedCheckpoint } from '../saying.ts';
import type { Check } from '../verification.ts';
import { asks, fails, holds } from '../verification.ts';
import type { KeptCheckpoint } from './kept-checkpoint.ts';
import type { KeptProof } from './proofs.ts';
import { toldOf } from './proofs.ts';
import type { Heads } from './tree-heads.ts';
import { tellTree, trySignature } from './tree-heads.ts';

/** The result for the kept checkpoints. */
interface KeptFound {
  readonly checks: readonly Check[];
  /** Those of the document's log. */
  readonly known: readonly KeptCheckpoint[];
  /** Which of them prove a leaf, the earliest first. */
  readonly proving: readonly KeptProof[];
}

const name = 'log-kept';

export const nameKept = ({ whence, head }: KeptCheckpoint): NamedCheckpoint => ({
  whence: tame(whence),
  ...tellTree(head),
});

const isNamedAs = ({ note }: KeptCheckpoint, key: NoteKey): boolean => {
  const hash = hashKey(key);
  return note.signatures.some(({ name: signer, keyHash }) => signer === key.name && isSameBytes(keyHash, hash));
};

/** Whether a checkpoint is from the document's log, and what the reader must know of it. */
interface Origin {
  readonly isKnown: boolean;
  readonly check?: Check;
}

/** Only one of the document's log is compared. Another key under the same name is a failure. */
const findOrigin = async (kept: KeptCheckpoint, key: NoteKey): Promise<Origin> => {
  const saying = ['kept-other-log', { kept: nameKept(kept) }] as const;
  if (kept.head.origin !== key.name) return { isKnown: false, check: asks(name, saying) };
  if (!isNamedAs(kept, key)) return { isKnown: false, check: fails(name, saying) };
  const isSigned = await trySignature(kept.note, key);
  if (isSigned === undefined)
    return { isKnown: true, check: asks('log-checkpoint', ['checkpoint-unchecked', tellTree(kept.head)]) };
  return isSigned ? { isKnown: true } : { isKnown: false, check: asks(name, saying) };
};

/** Pairs of different checkpoints of the same size, both signed by the same key: of the document, or kept before. */
const findForks = (known: readonly KeptCheckpoint[], heads: Heads): readonly Check[] => {
  const first = new Map<number, KeptCheckpoint>();
  return known.flatMap((kept) => {
    const { size, root } = kept.head;
    const before = first.get(size) ?? kept;
    first.set(size, before);
    const others = [
      { head: heads.get(size), whence: null },
      { head: before.head, whence: tame(before.whence) },
    ];
    return others
      .filter(({ head }) => head !== undefined && !isSameBytes(head.root, root))
      .map(({ whence }) =>
        fails(name, ['log-two-histories', { one: { size, whence: tame(kept.whence) }, other: { size, whence } }]),
      );
  });
};

const compare = ({ leaf, root }: PlacedLeaf, kept: KeptCheckpoint, facts: Facts): Check => {
  const said = { told: toldOf(leaf, facts), kept: nameKept(kept) };
  return root !== undefined && isSameBytes(root, kept.head.root)
    ? holds(name, ['kept-has', said])
    : fails(name, ['kept-lacks', said]);
};

/** What kept checkpoints are compared with: what the document says, and its log. */
interface Compared {
  readonly facts: Facts;
  readonly key: NoteKey;
  readonly heads: Heads;
  readonly leaves: readonly PlacedLeaf[];
}

/** Compares a document with the reader's kept checkpoints of the same log, using the paths to their sizes. */
export const checkKept = async (
  checkpoints: readonly KeptCheckpoint[],
  { facts, key, heads, leaves }: Compared,
): Promise<KeptFound> => {
  const origins = await Promise.all(checkpoints.map((kept) => findOrigin(kept, key)));
  const known = checkpoints.filter((_, i) => origins[i]?.isKnown);
  const pairs = known.flatMap((kept) =>
    leaves
      .filter(({ leaf }) => leaf.size === kept.head.size)
      .map((leaf) => ({ kept, leaf, check: compare(leaf, kept, facts) })),
  );
  return {
    checks: [
      ...origins.flatMap(({ check }) => check ?? []),
      ...findForks(known, heads),
      ...pairs.map(({ check }) => check),
    ],
    known,
    proving: pairs
      .filter(({ check }) => check.holds === true)
      .map(({ leaf, kept }) => ({ leaf: leaf.leaf, kept }))
      .sort((one, other) => one.kept.head.time.getTime() - other.kept.head.time.getTime()),
  };
};
