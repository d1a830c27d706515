import { tame } from '../../shared/schema/visible-text.ts';
import type { Check, Since } from '../verification.ts';
import { asks, holds } from '../verification.ts';
import type { NamedLeaf } from './leaf-statements.ts';
import { partOf, whatOf } from './leaf-words.ts';
import type { Proofs } from './proofs.ts';
import { isAlike } from './proofs.ts';

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
