import { isSameBytes } from '../../shared/bytes.ts';
import type { PlacedLeaf } from '../../shared/evidence/placed-leaf.ts';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import type { NoteKey } from '../../shared/log/signed-note.ts';
import { hashKey } from '../../shared/log/signed-note.ts';
import { tame } from '../../shared/schema/visible-text.ts';
import type { Check } from '../verification.ts';
import { asks, fails, holds } from '../verification.ts';
import type { KeptCheckpoint } from './kept-checkpoint.ts';
import type { Heads, KeptProof } from './proofs.ts';
import { partOf, toldOf } from './told-events.ts';
import { trySignature } from './tree-heads.ts';

/** The result for the kept checkpoints. */
interface KeptFound {
  readonly checks: readonly Check[];
  /** Those of the document's log. */
  readonly known: readonly KeptCheckpoint[];
  /** Which of them prove a leaf, the earliest first. */
  readonly proving: readonly KeptProof[];
}

const name = 'log-kept';

const isNamedAs = ({ note }: KeptCheckpoint, key: NoteKey): boolean => {
  const hash = hashKey(key);
  return note.signatures.some(({ name: signer, keyHash }) => signer === key.name && isSameBytes(keyHash, hash));
};

/** Why a checkpoint is not compared; undefined if it is from the document's log. */
const findForeign = async (kept: KeptCheckpoint, key: NoteKey): Promise<Check | undefined> => {
  const whence = tame(kept.whence);
  if (kept.head.origin !== key.name)
    return asks(name, 'log', ['kept-other-log', { whence, origin: tame(kept.head.origin) }]);
  if (!isNamedAs(kept, key)) return fails(name, 'log', ['kept-other-key', { whence }]);
  if ((await trySignature(kept.note, key)) === false) return asks(name, 'log', ['kept-unsigned', { whence }]);
  return undefined;
};

const tellFork = (kept: KeptCheckpoint, other: string | null): Check =>
  fails(name, 'log', ['kept-fork', { other, whence: tame(kept.whence), size: kept.head.size }]);

/** Pairs of different checkpoints of the same size, both signed by the same key: of the document, or kept before. */
const findForks = (known: readonly KeptCheckpoint[], heads: Heads): readonly Check[] => {
  const first = new Map<number, KeptCheckpoint>();
  return known.flatMap((kept) => {
    const { size, root } = kept.head;
    const [own, before] = [heads.get(size)?.head, first.get(size) ?? kept];
    first.set(size, before);
    return [
      ...(own === undefined || isSameBytes(own.root, root) ? [] : [tellFork(kept, null)]),
      ...(isSameBytes(before.head.root, root) ? [] : [tellFork(kept, tame(before.whence))]),
    ];
  });
};

const compare = ({ leaf, root }: PlacedLeaf, kept: KeptCheckpoint, statement: Statement): Check => {
  const told = { size: kept.head.size, whence: tame(kept.whence), told: toldOf(leaf, statement) };
  return root !== undefined && isSameBytes(root, kept.head.root)
    ? holds(name, partOf(leaf), ['kept-has', told])
    : fails(name, partOf(leaf), ['kept-lacks', told]);
};

/** What kept checkpoints are compared with: the document's statement, and its log. */
interface Compared {
  readonly statement: Statement;
  readonly key: NoteKey;
  readonly heads: Heads;
  readonly leaves: readonly PlacedLeaf[];
}

/**
 * Compares a document with the reader's kept checkpoints of the same log, using the paths to their sizes.
 */
export const checkKept = async (
  checkpoints: readonly KeptCheckpoint[],
  { statement, key, heads, leaves }: Compared,
): Promise<KeptFound> => {
  const foreign = await Promise.all(checkpoints.map((kept) => findForeign(kept, key)));
  const known = checkpoints.filter((_, i) => foreign[i] === undefined);
  const pairs = known.flatMap((kept) =>
    leaves
      .filter(({ leaf }) => leaf.size === kept.head.size)
      .map((leaf) => ({ kept, leaf, check: compare(leaf, kept, statement) })),
  );
  return {
    checks: [
      ...foreign.filter((check) => check !== undefined),
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
