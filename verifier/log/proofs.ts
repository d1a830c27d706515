import type { PlacedLeaf } from '../../shared/evidence/document-leaves.ts';
import { consentLeavesOf, nameOfLeaf, versionsNamed } from '../../shared/evidence/document-leaves.ts';
import type { Facts, LogLeaf, NamedLeaf } from '../../shared/evidence/schema.ts';
import type { Checkpoint } from '../../shared/log/note.ts';
import { isSameBytes, memoize } from '../../shared/runtime/values.ts';
import { escapeInvisible } from '../../shared/schema/visible-text.ts';
import type { ReportedEvent, Since } from '../verification.ts';
import type { Heads, KeptCheckpoint } from './checkpoints.ts';

/** The checkpoint of the document that contains a leaf. */
export const findHead = ({ leaf, root }: PlacedLeaf, heads: Heads): Checkpoint | undefined => {
  const head = heads.get(leaf.size);
  return head !== undefined && root !== undefined && isSameBytes(root, head.root) ? head : undefined;
};

/** A leaf in a checkpoint of the document. */
interface Included {
  readonly leaf: LogLeaf;
  readonly head: Checkpoint;
}

/** A leaf in a checkpoint that the reader kept. */
export interface KeptProof {
  readonly leaf: LogLeaf;
  readonly kept: KeptCheckpoint;
}

/** Everything that a document proves of its facts. */
export interface Proofs {
  readonly facts: Facts;
  readonly included: readonly Included[];
  readonly proving: readonly KeptProof[];
}

export const includedIn = (leaves: readonly PlacedLeaf[], heads: Heads): readonly Included[] =>
  leaves.flatMap((placed) => {
    const head = findHead(placed, heads);
    return head === undefined ? [] : { leaf: placed.leaf, head };
  });

/** What a leaf states, for words. */
export const reportedEventOf = (leaf: NamedLeaf, facts: Facts): ReportedEvent => ({
  event: leaf.event,
  version: leaf.event === 'notice.published' ? (versionsNamed(leaf.versionId, facts)[0]?.version ?? null) : null,
});

/** Whether two leaves state the same. */
export const isAlike = (one: NamedLeaf, other: NamedLeaf): boolean => nameOfLeaf(one) === nameOfLeaf(other);

const includedByName = memoize((included: readonly Included[]) =>
  Map.groupBy(
    [...included].sort((one, other) => one.leaf.size - other.leaf.size),
    ({ leaf }) => nameOfLeaf(leaf),
  ),
);

const provingByName = memoize((proving: readonly KeptProof[]) => Map.groupBy(proving, ({ leaf }) => nameOfLeaf(leaf)));

/** The first checkpoint of the document that contains an event. */
export const firstOf = (named: NamedLeaf, { included }: Pick<Proofs, 'included'>): Included | undefined =>
  includedByName(included).get(nameOfLeaf(named))?.[0];

export const keptOf = (named: NamedLeaf, { proving }: Pick<Proofs, 'proving'>): KeptProof | undefined =>
  provingByName(proving).get(nameOfLeaf(named))?.[0];

/** The leaf of an event; undefined if nothing proves that the log has it. */
export const proofOf = (named: NamedLeaf, proofs: Pick<Proofs, 'included' | 'proving'>): LogLeaf | undefined =>
  (firstOf(named, proofs) ?? keptOf(named, proofs))?.leaf;

const findKeptTime = (named: NamedLeaf, proofs: Proofs): Since | undefined => {
  const kept = keptOf(named, proofs)?.kept;
  return (
    kept && {
      event: reportedEventOf(named, proofs.facts),
      time: kept.head.time.toISOString(),
      by: 'kept',
      source: escapeInvisible(kept.source),
    }
  );
};

const findClaimedTime = (
  named: NamedLeaf,
  { facts, included }: Proofs,
  source: string | undefined,
): Since | undefined => {
  const times = included.filter(({ leaf }) => isAlike(leaf, named)).map(({ head }) => head.time.getTime());
  if (times.length === 0) return undefined;
  const said = { event: reportedEventOf(named, facts), time: new Date(Math.min(...times)).toISOString() };
  return source === undefined
    ? { ...said, by: 'document', source: null }
    : { ...said, by: 'register', source: escapeInvisible(source) };
};

/**
 * Since when each proved event of the consent cannot have been changed, by the reader's best source.
 *
 * @param proofs by checkpoints that prove a time
 * @param source the reader's source for the key of the log
 */
export const findSince = (proofs: Proofs, source: string | undefined): readonly Since[] =>
  consentLeavesOf(proofs.facts).flatMap(
    (named) => findKeptTime(named, proofs) ?? findClaimedTime(named, proofs, source) ?? [],
  );
