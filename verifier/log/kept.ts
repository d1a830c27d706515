import { isSameBytes } from '../../shared/bytes.ts';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import type { NoteKey } from '../../shared/log/signed-note.ts';
import { hashKey } from '../../shared/log/signed-note.ts';
import { tame } from '../../shared/schema/visible-text.ts';
import type { Check } from '../verification.ts';
import { asks, fails, holds } from '../verification.ts';
import type { KeptCheckpoint } from './kept-checkpoint.ts';
import { partOf, whatOf } from './leaf-statements.ts';
import type { Heads, KeptProof, PlacedLeaf } from './proofs.ts';
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
    return asks(
      name,
      'log',
      `${whence} is a checkpoint of another log, ${tame(kept.head.origin)}, and was not compared.`,
    );
  if (!isNamedAs(kept, key))
    return fails(
      name,
      'log',
      `The log of this document has the same name as the log of ${whence}, but another key. It is another log, or the log was started again.`,
    );
  if ((await trySignature(kept.note, key)) === false)
    return asks(
      name,
      'log',
      `${whence} was not compared, because the key of the document's log did not sign it. It was changed since it was signed, or it is from another log.`,
    );
  return undefined;
};

const tellFork = (kept: KeptCheckpoint, other: string): Check =>
  fails(
    name,
    'log',
    `The log was rewritten: ${other} and ${tame(kept.whence)} have different trees of ${kept.head.size} leaves, and the key of the log signed both. Keep both.`,
  );

/** Pairs of different checkpoints of the same size, both signed by the same key: of the document, or kept before. */
const findForks = (known: readonly KeptCheckpoint[], heads: Heads): readonly Check[] => {
  const first = new Map<number, KeptCheckpoint>();
  return known.flatMap((kept) => {
    const { size, root } = kept.head;
    const [own, before] = [heads.get(size)?.head, first.get(size) ?? kept];
    first.set(size, before);
    return [
      ...(own === undefined || isSameBytes(own.root, root) ? [] : [tellFork(kept, 'the document')]),
      ...(isSameBytes(before.head.root, root) ? [] : [tellFork(kept, tame(before.whence))]),
    ];
  });
};

const compare = ({ leaf, root }: PlacedLeaf, kept: KeptCheckpoint, statement: Statement): Check => {
  const { size } = kept.head;
  return root !== undefined && isSameBytes(root, kept.head.root)
    ? holds(
        name,
        partOf(leaf),
        `The checkpoint of ${size} leaves that you kept (${tame(kept.whence)}) contains ${whatOf(leaf, statement)}.`,
      )
    : fails(
        name,
        partOf(leaf),
        `The checkpoint of ${size} leaves that you kept (${tame(kept.whence)}) does not contain ${whatOf(leaf, statement)} as stated in this document.`,
      );
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
