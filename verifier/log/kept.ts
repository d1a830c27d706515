import type { PlacedLeaf } from '../../shared/evidence/document-leaves.ts';
import { consentLeavesOf, versionLeavesOf } from '../../shared/evidence/document-leaves.ts';
import type { Facts, LogLeaf, NamedLeaf } from '../../shared/evidence/schema.ts';
import type { NoteKey } from '../../shared/log/note.ts';
import { hashKey } from '../../shared/log/note.ts';
import { isSameBytes } from '../../shared/runtime/values.ts';
import { escapeInvisible } from '../../shared/schema/visible-text.ts';
import type { Check, NamedCheckpoint, ReportedEvent } from '../verification.ts';
import { fail, leaveOpen, pass } from '../verification.ts';
import type { Heads, KeptCheckpoint } from './checkpoints.ts';
import { toTree, trySignature } from './checkpoints.ts';
import { dueTimeOf, timeOfEvent, writeTime } from './event-times.ts';
import type { KeptProof, Proofs } from './proofs.ts';
import { isAlike, keptOf, proofOf, reportedEventOf } from './proofs.ts';

/** The result for the kept checkpoints. */
interface KeptFound {
  readonly checks: readonly Check[];
  /** Those of the document's log. */
  readonly known: readonly KeptCheckpoint[];
  /** Which of them prove a leaf, the earliest first. */
  readonly proving: readonly KeptProof[];
}

const name = 'log-kept';

const nameKept = ({ source, head }: KeptCheckpoint): NamedCheckpoint => ({
  source: escapeInvisible(source),
  ...toTree(head),
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
  if (kept.head.origin !== key.name) return { isKnown: false, check: leaveOpen(name, saying) };
  if (!isNamedAs(kept, key)) return { isKnown: false, check: fail(name, saying) };
  const isSigned = await trySignature(kept.note, key);
  if (isSigned === undefined)
    return { isKnown: true, check: leaveOpen('log-checkpoint', ['checkpoint-unchecked', toTree(kept.head)]) };
  return isSigned ? { isKnown: true } : { isKnown: false, check: leaveOpen(name, saying) };
};

/** Pairs of different checkpoints of the same size, both signed by the same key: of the document, or kept before. */
const findForks = (known: readonly KeptCheckpoint[], heads: Heads): readonly Check[] => {
  const first = new Map<number, KeptCheckpoint>();
  return known.flatMap((kept) => {
    const { size, root } = kept.head;
    const before = first.get(size) ?? kept;
    first.set(size, before);
    const others = [
      { head: heads.get(size), source: null },
      { head: before.head, source: escapeInvisible(before.source) },
    ];
    return others
      .filter(({ head }) => head !== undefined && !isSameBytes(head.root, root))
      .map(({ source }) =>
        fail(name, [
          'log-two-histories',
          { one: { size, source: escapeInvisible(kept.source) }, other: { size, source } },
        ]),
      );
  });
};

const compareKept = ({ leaf, root }: PlacedLeaf, kept: KeptCheckpoint, facts: Facts): Check => {
  const said = { event: reportedEventOf(leaf, facts), kept: nameKept(kept) };
  return root !== undefined && isSameBytes(root, kept.head.root)
    ? pass(name, ['kept-has', said])
    : fail(name, ['kept-lacks', said]);
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
      .map((leaf) => ({ kept, leaf, check: compareKept(leaf, kept, facts) })),
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

/** What a leaf states, and a kept checkpoint. */
interface ComparedLeaf {
  readonly named: NamedLeaf;
  readonly kept: KeptCheckpoint;
  /** The leaf in the log; undefined if nothing proves that it is there. */
  readonly leaf: LogLeaf | undefined;
  readonly happened: number;
  readonly due: number;
  readonly event: ReportedEvent;
}

/** Whether the checkpoint should contain the event: it is later by more than a log takes. */
const isLater = ({ kept, due }: ComparedLeaf): boolean => kept.head.time.getTime() > due;

const isBehind = ({ kept, leaf }: ComparedLeaf): boolean => leaf !== undefined && leaf.index >= kept.head.size;

const toAfterwards = ({ kept, happened, event }: ComparedLeaf): Check =>
  leaveOpen(name, ['kept-afterwards', { kept: nameKept(kept), event, happened: writeTime(happened) }]);

const toUnproved = ({ kept, event }: ComparedLeaf): Check =>
  leaveOpen(name, ['kept-unproved', { kept: nameKept(kept), event }]);

/** Of a version, only that it is behind: it may be proved by the checkpoints of the document alone. */
const findVersionDoubts = (all: readonly ComparedLeaf[]): readonly Check[] =>
  all.filter((one) => isBehind(one) && isLater(one)).map(toAfterwards);

const findEventDoubts = (all: readonly ComparedLeaf[]): readonly Check[] => {
  const unproved = all.filter((one) => !isBehind(one) && (one.leaf !== undefined || isLater(one)));
  return [...findVersionDoubts(all), ...unproved.map(toUnproved)];
};

/**
 * What kept checkpoints of the document's log leave open: each must prove each event of the consent, unless it is from before it. One from
 * later than a log takes after an event must contain it. If one were passed over because another proves the event, it could not show that the log was rewritten.
 *
 * @param known the kept checkpoints that the key of the document's log signed
 */
export const findKeptDoubts = (known: readonly KeptCheckpoint[], proofs: Proofs): readonly Check[] => {
  const [any] = known;
  if (any === undefined) return [];
  const { facts, proving } = proofs;
  const events = consentLeavesOf(facts);
  const withKept = (named: NamedLeaf): readonly ComparedLeaf[] => {
    const [leaf, happened] = [proofOf(named, proofs), timeOfEvent(named, facts) ?? 0];
    const [due, event] = [dueTimeOf(named, facts) ?? 0, reportedEventOf(named, facts)];
    return known.map((kept) => ({ named, kept, leaf, happened, due, event }));
  };
  const isProving = ({ named, kept }: ComparedLeaf): boolean =>
    proving.some((proof) => proof.kept === kept && isAlike(proof.leaf, named));
  const doubts = [
    ...events.flatMap((named) => findEventDoubts(withKept(named).filter((one) => !isProving(one)))),
    ...versionLeavesOf(facts).flatMap((named) => findVersionDoubts(withKept(named))),
  ];
  if (doubts.length > 0 || events.some((named) => keptOf(named, proofs) !== undefined)) return doubts;
  return [leaveOpen(name, ['kept-older', { kept: nameKept(any) }])];
};
