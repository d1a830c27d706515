import type { ProvableEvent } from '../../shared/evidence/log-schema.ts';
import { tame } from '../../shared/schema/visible-text.ts';
import type { Check, Since } from '../verification.ts';
import { asks, holds } from '../verification.ts';
import type { PlacedLeaf } from './inclusion.ts';
import type { KeptFound } from './kept.ts';
import { partOf, whatOf } from './leaf-words.ts';
import type { TrustedStamp } from './stamps.ts';
import type { TreeHead } from './tree-heads.ts';

/** The findings that prove times. */
interface Known {
  /** Leaves in the checkpoints of the document. */
  readonly included: readonly PlacedLeaf[];
  readonly heads: ReadonlyMap<number, TreeHead>;
  readonly stamps: readonly TrustedStamp[];
  readonly proving: KeptFound['proving'];
  /** The reader's source for the key of the log. */
  readonly whence: string | undefined;
}

interface Told extends Since {
  readonly check: Check;
}

const byTime = (one: { readonly time: string }, other: { readonly time: string }): number =>
  Date.parse(one.time) - Date.parse(other.time);

const name = 'log-time';

const tellStamp = (event: ProvableEvent, { included, stamps, whence }: Known): Told | undefined => {
  const sizes = new Set(included.filter(({ leaf }) => leaf.event === event).map(({ leaf }) => leaf.size));
  const [stamp] = stamps.filter(({ size }) => sizes.has(size)).sort(byTime);
  if (stamp === undefined) return undefined;
  const { time, authority } = stamp;
  const says = `Nobody can have changed ${whatOf(event)} since ${time}: ${tame(authority)}, which you trust, stamped a checkpoint that contains it.${whence === undefined ? ' But you do not know the key of that log: the log of the register may say something else.' : ''}`;
  return { event, time, by: 'stamp', check: holds(name, partOf(event), says) };
};

const tellKept = (event: ProvableEvent, { proving }: Known): Told | undefined => {
  const kept = proving.find(({ leaf }) => leaf.event === event)?.kept;
  if (kept === undefined) return undefined;
  const time = kept.head.time.toISOString();
  const says = `Nobody can have changed ${whatOf(event)} since ${time}, the time of the checkpoint that you kept (${tame(kept.whence)}).`;
  return { event, time, by: 'kept', check: holds(name, partOf(event), says) };
};

const tellWord = (event: ProvableEvent, { included, heads, whence }: Known): Told | undefined => {
  const times = included
    .filter(({ leaf }) => leaf.event === event)
    .flatMap(({ leaf }) => heads.get(leaf.size)?.head.time.toISOString() ?? [])
    .map((time) => ({ time }));
  const [first] = times.sort(byTime);
  if (first === undefined) return undefined;
  const { time } = first;
  const says =
    whence === undefined
      ? `The log of this document has had ${whatOf(event)} since ${time}. But you do not know the key of that log, and anybody can make a log. The key file of the register has the key of the register's log.`
      : `The register says that nobody can have changed ${whatOf(event)} since ${time}. You know the key of its log from ${tame(whence)}.`;
  return { event, time, by: whence === undefined ? 'document' : 'register', check: asks(name, partOf(event), says) };
};

/** Since when each proved event cannot have been changed, by the reader's best source. */
export const tellSince = (events: readonly ProvableEvent[], known: Known): readonly Told[] =>
  events.flatMap((event) => tellStamp(event, known) ?? tellKept(event, known) ?? tellWord(event, known) ?? []);
