import type { NamedLeaf } from '../../shared/evidence/log-schema.ts';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import { longestLogLag } from '../../shared/lifetimes.ts';
import type { Checkpoint } from '../../shared/log/checkpoint.ts';
import { tame } from '../../shared/schema/visible-text.ts';
import type { PublishedKeys } from '../published-keys.ts';
import type { Check, Since } from '../verification.ts';
import { asks, holds } from '../verification.ts';
import { dueTimeOf, isYoung, timeOfEvent, tolerance, writeLimit, writeTime } from './event-times.ts';
import { consentLeavesOf, partOf, versionLeavesOf, versionsNamed, whatOf } from './leaf-statements.ts';
import type { Heads, Proofs } from './proofs.ts';
import { firstOf, headsOf, isAlike, keptOf, proofOf } from './proofs.ts';

const order = 'log-order';

/** The reader's key file names other logs but not this one. A stamp does not make it the register's log. */
export const doubtKey = (key: string, keys: PublishedKeys | undefined): readonly Check[] => {
  const known = keys?.logKeys ?? [];
  if (keys === undefined || known.length === 0 || known.includes(key)) return [];
  return [
    asks(
      'log-key',
      'log',
      `${tame(keys.whence)} does not name the log of this document. Anybody can make a log, and it may differ from the register's log.`,
    ),
  ];
};

/** Checkpoints, of the document or kept, that contain an event later than their own time: one of the two times is wrong. */
export const doubtTimes = ({ statement, included, proving }: Proofs): readonly Check[] => {
  const proved = [...included, ...proving.map(({ leaf, kept }) => ({ leaf, head: kept.head }))];
  const doubts = proved.flatMap(({ leaf, head }) => {
    const time = timeOfEvent(leaf, statement);
    if (time === undefined || head.time.getTime() + tolerance >= time) return [];
    const says = `The checkpoint of ${head.size} leaves has the time ${head.time.toISOString()}, but contains ${whatOf(leaf, statement)}, which is later: ${writeTime(time)}. One of the two times is wrong.`;
    return [asks(order, partOf(leaf), says)];
  });
  return [...new Map(doubts.map((doubt) => [`${doubt.part} ${doubt.says}`, doubt])).values()];
};

/** Stamps from before what their checkpoint has, or from before the checkpoint itself: one of the two clocks is wrong. */
export const doubtStamps = ({ statement, included, stamps }: Proofs, heads: Heads): readonly Check[] =>
  stamps.flatMap(({ size, time, authority }) => {
    const stamped = `The checkpoint of ${size} leaves was stamped by ${tame(authority)} at ${time}`;
    const isEarly = (moment: number | undefined): boolean =>
      moment !== undefined && Date.parse(time) + tolerance < moment;
    const made = heads.get(size)?.head.time;
    const ofEvents = included
      .filter(({ leaf }) => leaf.size === size && isEarly(timeOfEvent(leaf, statement)))
      .map(({ leaf }) => {
        const happened = writeTime(timeOfEvent(leaf, statement) ?? 0);
        const says = `${stamped}, but contains ${whatOf(leaf, statement)}, which is later: ${happened}. One of the two times is wrong.`;
        return asks(order, partOf(leaf), says);
      });
    const says = `${stamped}, before the time that it has itself: ${made?.toISOString()}. One of the two times is wrong.`;
    return [...ofEvents, ...(isEarly(made?.getTime()) ? [asks(order, 'log', says)] : [])];
  });

/**
 * Leaves that say of themselves when they were taken in, where a checkpoint that has them says something else. The first one of the document
 * follows within an hour; the others, and those that a reader kept, may be of any later time.
 */
export const doubtTakenIn = (leaves: readonly NamedLeaf[], proofs: Proofs): readonly Check[] =>
  leaves.flatMap((told) => {
    const first = firstOf(told, proofs);
    const wrong = headsOf(told, proofs).find(({ leaf, head }) => {
      const [takenIn, time] = [Date.parse(leaf.takenIn ?? ''), head.time.getTime()];
      return takenIn > time + tolerance || (head === first?.head && takenIn + longestLogLag < time);
    });
    if (wrong === undefined) return [];
    const { leaf, head } = wrong;
    const which = head === first?.head ? 'the first checkpoint' : 'a checkpoint';
    const says = `By its own leaf, the log took in ${whatOf(told, proofs.statement)} on ${leaf.takenIn}, but ${which} that contains it is of ${head.time.toISOString()}. One of the two times is wrong.`;
    return [asks(order, partOf(told), says)];
  });

/** Whether a checkpoint may have been made by now. The time of any other proves nothing. */
export const isPast = ({ time }: Checkpoint, now: Date): boolean => time.getTime() <= now.getTime() + tolerance;

const tellFuture = ({ size, time }: Checkpoint): Check =>
  asks(
    order,
    'log',
    `The checkpoint of ${size} leaves has the time ${time.toISOString()}, which is later than the clock of this machine. It proves no time.`,
  );

/** Whether a larger tree has an earlier time, though the log only grows. */
const tellBackwards = (head: Checkpoint, i: number, heads: readonly Checkpoint[]): readonly Check[] =>
  heads
    .slice(0, i)
    .filter(({ size, time }) => size < head.size && time.getTime() > head.time.getTime() + tolerance)
    .slice(-1)
    .map(({ size, time }) =>
      asks(
        order,
        'log',
        `The checkpoint of ${head.size} leaves has the time ${head.time.toISOString()}, but that of ${size} leaves has a later one: ${time.toISOString()}. One of the two times is wrong.`,
      ),
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
    const stamp = proofs.stamps.find(({ size }) => size === leaf.size);
    return stamp === undefined
      ? { leaf, time: head.time.getTime(), by: 'the first checkpoint of this document that contains it' }
      : { leaf, time: Date.parse(stamp.time), by: 'the time stamp of the first checkpoint that contains it' };
  }
  const found = keptOf(told, proofs);
  if (found === undefined) return undefined;
  const by = 'the checkpoint that you kept: the document has no earlier one';
  return { leaf: found.leaf, time: found.kept.head.time.getTime(), by };
};

/** What is known of a record that came into the log late. */
export const whyLate = (takenIn: string | undefined): string =>
  takenIn === undefined
    ? 'The log was late, or the record was put into the register later than it says.'
    : `By its own leaf, it was taken in on ${takenIn}, by the command \`log take-in\`. Nothing shows that it was in the register before.`;

const doubtOne = (told: NamedLeaf, proofs: Proofs): readonly Check[] => {
  const { statement } = proofs;
  const [logged, happened] = [findLogged(told, proofs), timeOfEvent(told, statement)];
  if (logged === undefined || happened === undefined || logged.time <= (dueTimeOf(told, statement) ?? 0)) return [];
  const says = `The log is known to have ${whatOf(told, statement)} only since ${writeTime(logged.time)} (${logged.by}), although its own time is ${writeTime(happened)}. ${whyLate(logged.leaf.takenIn)}`;
  return [asks('log-late', partOf(told), says)];
};

/** Events that came into the log later than a log takes. */
export const doubtLate = (leaves: readonly NamedLeaf[], proofs: Proofs): readonly Check[] =>
  leaves.flatMap((leaf) => doubtOne(leaf, proofs));

/** Whether it is a version from before the one that was agreed to, by each entry with its id. None of these can have ended the consent. */
const isBefore = (leaf: NamedLeaf, statement: Statement): boolean =>
  leaf.event === 'notice.published' &&
  versionsNamed(leaf.versionId, statement).every(({ version }) => version < statement.notice.version);

const tellMissing = (leaf: NamedLeaf, statement: Statement): Check => {
  const says = `The document does not prove that the log has ${whatOf(leaf, statement)}.`;
  if (isBefore(leaf, statement))
    return asks(
      'log',
      partOf(leaf),
      `${says} It is older than the version that was agreed to, and cannot end the consent.`,
    );
  return isYoung(leaf, statement)
    ? asks('log', partOf(leaf), `${says} The log adds it a little later: ask for a new document.`)
    : asks(
        'log-missing',
        partOf(leaf),
        `${says} The document was issued more than ${writeLimit(leaf)} later, so the log should have it. It was not logged, or its proof was removed.`,
      );
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

const tellStamp = (told: NamedLeaf, { statement, included, stamps, whence }: Known): Told | undefined => {
  const sizes = new Set(included.filter(({ leaf }) => isAlike(leaf, told)).map(({ leaf }) => leaf.size));
  const stamp = stamps.find(({ size }) => sizes.has(size));
  if (stamp === undefined) return undefined;
  const { time, authority } = stamp;
  const says = `Nobody can have changed ${whatOf(told, statement)} since ${time}: ${tame(authority)}, which you trust, stamped a checkpoint that contains it.${whence === undefined ? ' But you do not know the key of that log: the log of the register may say something else.' : ''}`;
  return { ...sinceOf(told), time, by: 'stamp', check: holds(name, partOf(told), says) };
};

const tellKept = (told: NamedLeaf, { statement, proving }: Known): Told | undefined => {
  const kept = proving.find(({ leaf }) => isAlike(leaf, told))?.kept;
  if (kept === undefined) return undefined;
  const time = kept.head.time.toISOString();
  const says = `Nobody can have changed ${whatOf(told, statement)} since ${time}, the time of the checkpoint that you kept (${tame(kept.whence)}).`;
  return { ...sinceOf(told), time, by: 'kept', check: holds(name, partOf(told), says) };
};

const tellWord = (told: NamedLeaf, { statement, included, whence }: Known): Told | undefined => {
  const times = included
    .filter(({ leaf }) => isAlike(leaf, told))
    .map(({ head }) => ({ time: head.time.toISOString() }));
  const [first] = times.sort(byTime);
  if (first === undefined) return undefined;
  const { time } = first;
  const says =
    whence === undefined
      ? `The log of this document has had ${whatOf(told, statement)} since ${time}. But you do not know the key of that log, and anybody can make a log. The key file of the register has the key of the register's log.`
      : `The register says that nobody can have changed ${whatOf(told, statement)} since ${time}. You know the key of its log from ${tame(whence)}.`;
  return {
    ...sinceOf(told),
    time,
    by: whence === undefined ? 'document' : 'register',
    check: asks(name, partOf(told), says),
  };
};

/** Since when each proved event cannot have been changed, by the reader's best source. */
export const tellSince = (leaves: readonly NamedLeaf[], known: Known): readonly Told[] =>
  leaves.flatMap((leaf) => tellStamp(leaf, known) ?? tellKept(leaf, known) ?? tellWord(leaf, known) ?? []);
