import { consentLeavesOf, versionLeavesOf } from '../../shared/evidence/leaf-statements.ts';
import type { LogLeaf, NamedLeaf } from '../../shared/evidence/log-schema.ts';
import { tame } from '../../shared/schema/visible-text.ts';
import type { NamedCheckpoint, ToldEvent } from '../saying.ts';
import type { Check } from '../verification.ts';
import { asks } from '../verification.ts';
import { dueTimeOf, timeOfEvent, writeTime } from './event-times.ts';
import type { KeptCheckpoint } from './kept-checkpoint.ts';
import type { Proofs } from './proofs.ts';
import { isAlike, keptOf, proofOf } from './proofs.ts';
import { partOf, toldOf } from './told-events.ts';

const name = 'log-kept';

const nameKept = ({ whence, head }: KeptCheckpoint): NamedCheckpoint => ({
  whence: tame(whence),
  size: head.size,
  time: head.time.toISOString(),
});

/** What a leaf tells, and a kept checkpoint. */
interface Compared {
  readonly told: NamedLeaf;
  readonly kept: KeptCheckpoint;
  /** The leaf in the log; undefined if nothing proves that it is there. */
  readonly leaf: LogLeaf | undefined;
  readonly happened: number;
  readonly due: number;
  readonly what: ToldEvent;
}

/** Whether the checkpoint should contain the event: it is later by more than a log takes. */
const isLater = ({ kept, due }: Compared): boolean => kept.head.time.getTime() > due;

const isBehind = ({ kept, leaf }: Compared): boolean => leaf !== undefined && leaf.index >= kept.head.size;

const tellAfterwards = ({ told, kept, leaf, happened, what }: Compared): Check =>
  asks(name, partOf(told), [
    'kept-afterwards',
    {
      kept: nameKept(kept),
      told: what,
      happened: writeTime(happened),
      index: leaf?.index ?? 0,
    },
  ]);

const tellUnproved = ({ told, kept, leaf, what }: Compared): Check =>
  asks(name, partOf(told), [
    leaf === undefined ? 'kept-unproved' : 'kept-not-compared',
    { kept: nameKept(kept), told: what },
  ]);

const doubtOne = (all: readonly Compared[]): readonly Check[] => {
  const after = all.filter((one) => isBehind(one) && isLater(one));
  const unproved = all.filter((one) => !isBehind(one) && (one.leaf !== undefined || isLater(one)));
  return [...after.map(tellAfterwards), ...unproved.map(tellUnproved)];
};

/** A version may be proved by the checkpoints of the document alone. */
const doubtVersion = (all: readonly Compared[]): readonly Check[] =>
  all.filter((one) => isBehind(one) && isLater(one)).map(tellAfterwards);

/**
 * What kept checkpoints of the document's log leave open: each must prove each event of the consent, unless it is from before it. One from
 * later than a log takes after an event must contain it. If one were passed over because another proves the event, it could not show that the log was rewritten.
 *
 * @param known the kept checkpoints that the key of the document's log signed
 */
export const doubtKept = (known: readonly KeptCheckpoint[], proofs: Proofs): readonly Check[] => {
  const [any] = known;
  if (any === undefined) return [];
  const { statement } = proofs;
  const events = consentLeavesOf(statement);
  const compare = (told: NamedLeaf): readonly Compared[] => {
    const [leaf, happened] = [proofOf(told, proofs), timeOfEvent(told, statement) ?? 0];
    const [due, what] = [dueTimeOf(told, statement) ?? 0, toldOf(told, statement)];
    return known.map((kept) => ({ told, kept, leaf, happened, due, what }));
  };
  const isProving = ({ told, kept }: Compared): boolean =>
    proofs.proving.some((proof) => proof.kept === kept && isAlike(proof.leaf, told));
  const doubts = [
    ...events.flatMap((told) => doubtOne(compare(told).filter((one) => !isProving(one)))),
    ...versionLeavesOf(statement).flatMap((told) => doubtVersion(compare(told))),
  ];
  if (doubts.length > 0 || events.some((told) => keptOf(told, proofs) !== undefined)) return doubts;
  return [asks(name, 'log', ['kept-older', { kept: nameKept(any) }])];
};
