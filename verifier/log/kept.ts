import { tame } from '../../shared/schema/visible-text.ts';
import { isSameHash } from '../../shared/transparency/merkle.ts';
import type { NoteKey } from '../../shared/transparency/signed-note.ts';
import { writeNoteKey } from '../../shared/transparency/signed-note.ts';
import type { Check } from '../verification.ts';
import { asks, fails, holds } from '../verification.ts';
import type { PlacedLeaf } from './inclusion.ts';
import type { KeptCheckpoint } from './kept-checkpoint.ts';
import { partOf, whatOf } from './leaf-words.ts';
import type { TreeHead } from './tree-heads.ts';
import { trySignature } from './tree-heads.ts';

/** The result for the kept checkpoints: the checks, and which checkpoints prove a leaf, the earliest first. */
export interface KeptFound {
  readonly checks: readonly Check[];
  readonly proving: readonly { readonly leaf: PlacedLeaf['leaf']; readonly kept: KeptCheckpoint }[];
}

const name = 'log-kept';

const isNamedAs = ({ note }: KeptCheckpoint, key: NoteKey): boolean => {
  const [, hash] = writeNoteKey(key).split('+');
  return note.signatures.some(
    (signature) =>
      signature.name === key.name &&
      [...signature.keyHash].map((byte) => byte.toString(16).padStart(2, '0')).join('') === hash,
  );
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

const isOne = <Value>(value: Value | undefined): value is Value => value !== undefined;

/** Pairs of different checkpoints of the same size, both signed by the same key. */
const findForks = (known: readonly KeptCheckpoint[], heads: ReadonlyMap<number, TreeHead>): readonly Check[] =>
  known
    .filter(({ head }) => {
      const other = heads.get(head.size);
      return other !== undefined && !isSameHash(other.head.root, head.root);
    })
    .map(({ whence, head }) =>
      fails(
        name,
        'log',
        `The log was rewritten: the document and ${tame(whence)} have different trees of ${head.size} leaves, and the key of the log signed both. Keep both.`,
      ),
    );

const compare = ({ leaf, root }: PlacedLeaf, kept: KeptCheckpoint): Check => {
  const { size } = kept.head;
  return root !== undefined && isSameHash(root, kept.head.root)
    ? holds(
        name,
        partOf(leaf.event),
        `The checkpoint of ${size} leaves that you kept (${tame(kept.whence)}) contains ${whatOf(leaf.event)}.`,
      )
    : fails(
        name,
        partOf(leaf.event),
        `The checkpoint of ${size} leaves that you kept (${tame(kept.whence)}) does not contain ${whatOf(leaf.event)} as stated in this document.`,
      );
};

/** What to do if the kept checkpoints do not prove the consent. */
const advise = (known: readonly KeptCheckpoint[], leaves: readonly PlacedLeaf[]): readonly Check[] => {
  const first = Math.min(...leaves.map(({ leaf }) => leaf.index));
  const fitting = known.filter(({ head }) => head.size > first).sort((one, other) => one.head.size - other.head.size);
  const [best] = fitting;
  const [any] = known;
  if (any === undefined) return [];
  return [
    best === undefined
      ? asks(
          name,
          'log',
          `${tame(any.whence)} is older than the events in this document, and proves nothing about them.`,
        )
      : asks(
          name,
          'log',
          `The document has no proof for the checkpoint that you kept. Ask for a document with a proof for ${tame(best.whence)} (${best.head.size} leaves).`,
        ),
  ];
};

/**
 * Compares a document with the reader's kept checkpoints of the same log, using the paths to their sizes.
 *
 * @param leaves the leaves of the document
 */
export const checkKept = async (
  checkpoints: readonly KeptCheckpoint[],
  {
    key,
    heads,
    leaves,
  }: { readonly key: NoteKey; readonly heads: ReadonlyMap<number, TreeHead>; readonly leaves: readonly PlacedLeaf[] },
): Promise<KeptFound> => {
  const foreign = await Promise.all(checkpoints.map((kept) => findForeign(kept, key)));
  const known = checkpoints.filter((_, i) => foreign[i] === undefined);
  const pairs = known.flatMap((kept) =>
    leaves
      .filter(({ leaf }) => leaf.size === kept.head.size)
      .map((leaf) => ({ kept, leaf, check: compare(leaf, kept) })),
  );
  const isProved = pairs.some(({ leaf }) => leaf.leaf.event !== 'notice.published');
  return {
    checks: [
      ...foreign.filter(isOne),
      ...findForks(known, heads),
      ...pairs.map(({ check }) => check),
      ...(isProved ? [] : advise(known, leaves)),
    ],
    proving: pairs
      .filter(({ check }) => check.holds === true)
      .map(({ leaf, kept }) => ({ leaf: leaf.leaf, kept }))
      .sort((one, other) => one.kept.head.time.getTime() - other.kept.head.time.getTime()),
  };
};
