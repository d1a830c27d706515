import type { Check } from '../verification.ts';
import { asks } from '../verification.ts';
import { dueTimeOf, timeOfEvent, writeTime } from './event-times.ts';
import type { NamedLeaf } from './leaf-statements.ts';
import { partOf, whatOf } from './leaf-words.ts';
import type { Proofs } from './proofs.ts';
import { firstOf, keptOf } from './proofs.ts';

/** When the log had an event by the best source for its first checkpoint, and that source. */
const findLogged = (told: NamedLeaf, proofs: Proofs) => {
  const first = firstOf(told, proofs);
  if (first !== undefined) {
    const { leaf, head } = first;
    const [stamp] = proofs.stamps
      .filter(({ size }) => size === leaf.size)
      .sort((one, other) => Date.parse(one.time) - Date.parse(other.time));
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

const checkOne = (told: NamedLeaf, proofs: Proofs): readonly Check[] => {
  const { statement } = proofs;
  const [logged, happened] = [findLogged(told, proofs), timeOfEvent(told, statement)];
  if (logged === undefined || happened === undefined || logged.time <= (dueTimeOf(told, statement) ?? 0)) return [];
  const says = `The log is known to have ${whatOf(told, statement)} only since ${writeTime(logged.time)} (${logged.by}), although its own time is ${writeTime(happened)}. ${whyLate(logged.leaf.takenIn)}`;
  return [asks('log-late', partOf(told), says)];
};

/** Events that came into the log later than a log takes. */
export const doubtLate = (leaves: readonly NamedLeaf[], proofs: Proofs): readonly Check[] =>
  leaves.flatMap((leaf) => checkOne(leaf, proofs));
