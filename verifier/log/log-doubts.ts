import { consentLeavesOf, versionLeavesOf, versionsNamed } from '../../shared/evidence/leaf-statements.ts';
import type { NamedLeaf } from '../../shared/evidence/log-schema.ts';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import type { Checkpoint } from '../../shared/log/checkpoint.ts';
import { tame } from '../../shared/schema/visible-text.ts';
import type { PublishedKeys } from '../published-keys.ts';
import type { Check, Since } from '../verification.ts';
import { asks, holds } from '../verification.ts';
import { dueTimeOf, isYoung, nameLimit, timeOfEvent, tolerance, writeTime } from './event-times.ts';
import type { Proofs } from './proofs.ts';
import { firstOf, isAlike, keptOf, proofOf } from './proofs.ts';
import { partOf, toldOf } from './told-events.ts';

const order = 'log-order';

/** The reader's key file names other logs but not this one. */
export const doubtKey = (key: string, keys: PublishedKeys | undefined): readonly Check[] => {
  const known = keys?.logKeys ?? [];
  if (keys === undefined || known.length === 0 || known.includes(key)) return [];
  return [asks('log-key', 'log', ['log-key-other', { whence: tame(keys.whence) }])];
};

/** Checkpoints, of the document or kept, that contain an event later than their own time: one of the two times is wrong. */
export const doubtTimes = ({ statement, included, proving }: Proofs): readonly Check[] => {
  const proved = [...included, ...proving.map(({ leaf, kept }) => ({ leaf, head: kept.head }))];
  const doubts = proved.flatMap(({ leaf, head }) => {
    const time = timeOfEvent(leaf, statement);
    if (time === undefined || head.time.getTime() + tolerance >= time) return [];
    const { size } = head;
    const told = { size, time: head.time.toISOString(), told: toldOf(leaf, statement), happened: writeTime(time) };
    return [asks(order, partOf(leaf), ['order-event', told])];
  });
  return [...new Map(doubts.map((doubt) => [JSON.stringify([doubt.part, doubt.saying]), doubt])).values()];
};

/** Whether a checkpoint may have been made by now. The time of any other proves nothing. */
export const isPast = ({ time }: Checkpoint, now: Date): boolean => time.getTime() <= now.getTime() + tolerance;

const tellFuture = ({ size, time }: Checkpoint): Check =>
  asks(order, 'log', ['order-future', { size, time: time.toISOString() }]);

/** Whether a larger tree has an earlier time, though the log only grows. */
const tellBackwards = (head: Checkpoint, i: number, heads: readonly Checkpoint[]): readonly Check[] =>
  heads
    .slice(0, i)
    .filter(({ size, time }) => size < head.size && time.getTime() > head.time.getTime() + tolerance)
    .slice(-1)
    .map(({ size, time }) =>
      asks(order, 'log', [
        'order-backwards',
        { size: head.size, time: head.time.toISOString(), smaller: size, later: time.toISOString() },
      ]),
    );

/** Checkpoints, of the document or kept, whose times cannot be right. */
export const doubtHeads = (heads: readonly Checkpoint[], now: Date): readonly Check[] => {
  const past = heads.filter((head) => isPast(head, now)).sort((one, other) => one.size - other.size);
  return [...heads.filter((head) => !isPast(head, now)).map(tellFuture), ...past.flatMap(tellBackwards)];
};

/** When the log had an event by the best source for its first checkpoint, and that source. */
const findLogged = (told: NamedLeaf, proofs: Proofs) => {
  const first = firstOf(told, proofs);
  if (first !== undefined) {
    const { leaf, head } = first;
    return { leaf, time: head.time.getTime(), by: 'checkpoint' } as const;
  }
  const found = keptOf(told, proofs);
  if (found === undefined) return undefined;
  return { leaf: found.leaf, time: found.kept.head.time.getTime(), by: 'kept' } as const;
};

const doubtOne = (told: NamedLeaf, proofs: Proofs): readonly Check[] => {
  const { statement } = proofs;
  const [logged, happened] = [findLogged(told, proofs), timeOfEvent(told, statement)];
  if (logged === undefined || happened === undefined || logged.time <= (dueTimeOf(told, statement) ?? 0)) return [];
  const said = {
    told: toldOf(told, statement),
    logged: writeTime(logged.time),
    by: logged.by,
    happened: writeTime(happened),
  };
  return [asks('log-late', partOf(told), ['log-late', said])];
};

/** Events that came into the log later than a log takes. */
export const doubtLate = (leaves: readonly NamedLeaf[], proofs: Proofs): readonly Check[] =>
  leaves.flatMap((leaf) => doubtOne(leaf, proofs));

/** Whether it is a version from before the one that was agreed to, by each entry with its id. None of these can have ended the consent. */
const isBefore = (leaf: NamedLeaf, statement: Statement): boolean =>
  leaf.event === 'notice.published' &&
  versionsNamed(leaf.versionId, statement).every(({ version }) => version < statement.notice.version);

const tellMissing = (leaf: NamedLeaf, statement: Statement): Check => {
  const told = toldOf(leaf, statement);
  if (isBefore(leaf, statement)) return asks('log', partOf(leaf), ['missing-older', { told }]);
  return isYoung(leaf, statement)
    ? asks('log', partOf(leaf), ['missing-young', { told }])
    : asks('log-missing', partOf(leaf), ['missing-due', { told, after: nameLimit(leaf) }]);
};

/** Events and versions that the document states but does not prove. */
export const checkMissing = (proofs: Proofs): readonly Check[] =>
  [...consentLeavesOf(proofs.statement), ...versionLeavesOf(proofs.statement)]
    .filter((leaf) => proofOf(leaf, proofs) === undefined)
    .map((leaf) => tellMissing(leaf, proofs.statement));

/** The findings that prove times. Checkpoints of the future are not among them. */
interface Known extends Proofs {
  /** The reader's source for the key of the log. */
  readonly whence: string | undefined;
}

interface Told extends Since {
  readonly check: Check;
}

const byTime = (one: { readonly time: string }, other: { readonly time: string }): number =>
  Date.parse(one.time) - Date.parse(other.time);

const name = 'log-time';

const sinceOf = (told: NamedLeaf): Pick<Since, 'event' | 'versionId'> =>
  told.event === 'notice.published' ? { event: told.event, versionId: told.versionId } : { event: told.event };

const tellKept = (told: NamedLeaf, { statement, proving }: Known): Told | undefined => {
  const kept = proving.find(({ leaf }) => isAlike(leaf, told))?.kept;
  if (kept === undefined) return undefined;
  const time = kept.head.time.toISOString();
  const said = { told: toldOf(told, statement), time, whence: tame(kept.whence) };
  return { ...sinceOf(told), time, by: 'kept', check: holds(name, partOf(told), ['since-kept', said]) };
};

const tellWord = (told: NamedLeaf, { statement, included, whence }: Known): Told | undefined => {
  const times = included
    .filter(({ leaf }) => isAlike(leaf, told))
    .map(({ head }) => ({ time: head.time.toISOString() }));
  const [first] = times.sort(byTime);
  if (first === undefined) return undefined;
  const { time } = first;
  const said = { told: toldOf(told, statement), time };
  return {
    ...sinceOf(told),
    time,
    by: whence === undefined ? 'document' : 'register',
    check: asks(
      name,
      partOf(told),
      whence === undefined ? ['since-document', said] : ['since-register', { ...said, whence: tame(whence) }],
    ),
  };
};

/** Since when each proved event cannot have been changed, by the reader's best source. */
export const tellSince = (leaves: readonly NamedLeaf[], known: Known): readonly Told[] =>
  leaves.flatMap((leaf) => tellKept(leaf, known) ?? tellWord(leaf, known) ?? []);
