import { tame } from '../../shared/schema/visible-text.ts';
import type { Checkpoint } from '../../shared/transparency/checkpoint.ts';
import type { PublishedKeys } from '../published-keys.ts';
import type { Check } from '../verification.ts';
import { asks } from '../verification.ts';
import { promptly, timeOfEvent, tolerance, writeTime } from './event-times.ts';
import type { NamedLeaf } from './leaf-statements.ts';
import { partOf, whatOf } from './leaf-words.ts';
import type { Heads, Proofs } from './proofs.ts';
import { firstOf, keptOf, proofOf } from './proofs.ts';

const name = 'log-order';

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
    return [asks(name, partOf(leaf), says)];
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
        return asks(name, partOf(leaf), says);
      });
    const says = `${stamped}, before the time that it has itself: ${made?.toISOString()}. One of the two times is wrong.`;
    return [...ofEvents, ...(isEarly(made?.getTime()) ? [asks(name, 'log', says)] : [])];
  });

/**
 * Leaves that say of themselves when they were taken in, where the checkpoints say something else. A checkpoint follows within an hour; one that a
 * reader kept may be of any later time.
 */
export const doubtTakenIn = (leaves: readonly NamedLeaf[], proofs: Proofs): readonly Check[] =>
  leaves.flatMap((told) => {
    const first = firstOf(told, proofs);
    const takenIn = Date.parse(proofOf(told, proofs)?.takenIn ?? '');
    const head = first?.head ?? keptOf(told, proofs)?.kept.head;
    if (head === undefined || Number.isNaN(takenIn)) return [];
    const time = head.time.getTime();
    if (takenIn <= time + tolerance && (first === undefined || takenIn + promptly >= time)) return [];
    const says = `By its own leaf, the log took in ${whatOf(told, proofs.statement)} on ${writeTime(takenIn)}, but the first checkpoint that contains it is of ${writeTime(time)}. One of the two times is wrong.`;
    return [asks(name, partOf(told), says)];
  });

/** Whether a checkpoint may have been made by now. The time of any other proves nothing. */
export const isPast = ({ time }: Checkpoint, now: Date): boolean => time.getTime() <= now.getTime() + tolerance;

const tellFuture = ({ size, time }: Checkpoint): Check =>
  asks(
    name,
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
        name,
        'log',
        `The checkpoint of ${head.size} leaves has the time ${head.time.toISOString()}, but that of ${size} leaves has a later one: ${time.toISOString()}. One of the two times is wrong.`,
      ),
    );

/** Checkpoints, of the document or kept, whose times cannot be right. */
export const doubtHeads = (heads: readonly Checkpoint[], now: Date): readonly Check[] => {
  const past = heads.filter((head) => isPast(head, now)).sort((one, other) => one.size - other.size);
  return [...heads.filter((head) => !isPast(head, now)).map(tellFuture), ...past.flatMap(tellBackwards)];
};
