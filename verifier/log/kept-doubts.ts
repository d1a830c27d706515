import { consentLeavesOf, versionLeavesOf } from '../../shared/evidence/document-leaves.ts';
import type { LogLeaf, NamedLeaf } from '../../shared/evidence/log-schema.ts';
import type { ToldEvent } from '../saying.ts';
import type { Check } from '../verification.ts';
import { asks } from '../verification.ts';
import { dueTimeOf, timeOfEvent, writeTime } from './event-times.ts';
import { nameKept } from './kept.ts';
import type { KeptCheckpoint } from './kept-checkpoint.ts';
import type { Proofs } from './proofs.ts';
import { isAlike, keptOf, proofOf, toldOf } from './proofs.ts';

/** What a leaf tells, and a kept checkpoint. */
interface ComparedLeaf {
  readonly named: NamedLeaf;
  readonly kept: KeptCheckpoint;
  /** The leaf in the log; undefined if nothing proves that it is there. */
  readonly leaf: LogLeaf | undefined;
  readonly happened: number;
  readonly due: number;
  readonly told: ToldEvent;
}

/** Whether the checkpoint should contain the event: it is later by more than a log takes. */
const isLater = ({ kept, due }: ComparedLeaf): boolean => kept.head.time.getTime() > due;

const isBehind = ({ kept, leaf }: ComparedLeaf): boolean => leaf !== undefined && leaf.index >= kept.head.size;

const tellAfterwards = ({ kept, happened, told }: ComparedLeaf): Check =>
  asks(name, ['kept-afterwards', { kept: nameKept(kept), told, happened: writeTime(happened) }]);

const tellUnproved = ({ kept, told }: ComparedLeaf): Check => asks(name, ['kept-unproved', { kept: nameKept(kept), told }]);

/** Of a version, only that it is behind: it may be proved by the checkpoints of the document alone. */
const doubtVersion = (all: readonly ComparedLeaf[]): readonly Check[] =>
  all.filter((one) => isBehind(one) && isLater(one)).map(tellAfterwards);

const doubtEvent = (all: readonly ComparedLeaf[]): readonly Check[] => {
  const unproved = all.filter((one) => !isBehind(one) && (one.leaf !== undefined || isLater(one)));
  return [...doubtVersion(all), ...unproved.map(tellUnproved)];
};

/**
 * What kept checkpoints of the document's log leave open: each must prove each event of the consent, unless it is from before it. One from
 * later than a log takes after an event must contain it. If one were passed over because another proves the event, it could not show that the log was rewritten.
 *
 * @param known the kept checkpoints that the key of the document's log signed
 */
export const doubtKept = (known: readonly KeptCheckpoint[], proofs: Proofs): readonly Check[] => {
  const [any] = known;
  if (any === undefined) return [];
  const { facts, proving } = proofs;
  const events = consentLeavesOf(facts);
  const compare = (named: NamedLeaf): readonly ComparedLeaf[] => {
    const [leaf, happened] = [proofOf(named, proofs), timeOfEvent(named, facts) ?? 0];
    const [due, told] = [dueTimeOf(named, facts) ?? 0, toldOf(named, facts)];
    return known.map((kept) => ({ named, kept, leaf, happened, due, told }));
  };
  const isProving = ({ named, kept }: ComparedLeaf): boolean =>
    proving.some((proof) => proof.kept === kept && isAlike(proof.leaf, named));
  const doubts = [
    ...events.flatMap((named) => doubtEvent(compare(named).filter((one) => !isProving(one)))),
    ...versionLeavesOf(facts).flatMap((named) => doubtVersion(compare(named))),
  ];
  if (doubts.length > 0 || events.some((named) => keptOf(named, proofs) !== undefined)) return doubts;
  return [asks(name, ['kept-older', { kept: nameKept(any) }])];
};
