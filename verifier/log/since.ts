import type { ProvableEvent } from '../../shared/evidence/log-schema.ts';
import { tame } from '../../shared/schema/visible-text.ts';
import type { Check, Since } from '../verification.ts';
import { asks, holds } from '../verification.ts';
import type { PlacedLeaf } from './inclusion.ts';
import type { KeptFound } from './kept.ts';
import { partOf, whatOf } from './leaf-words.ts';
import type { TrustedStamp } from './stamps.ts';
import type { TreeHead } from './tree-heads.ts';

/** What was found that bears on times. */
interface Known {
  /** Leaves that the checkpoints of the document have. */
  readonly included: readonly PlacedLeaf[];
  readonly heads: ReadonlyMap<number, TreeHead>;
  readonly stamps: readonly TrustedStamp[];
  readonly proving: KeptFound['proving'];
  /** Whence the reader knows the key of the log. */
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
  const says = `Nobody can have changed ${whatOf(event)} since ${time}: ${tame(authority)}, whom you trust, stamped a checkpoint then that has it.${whence === undefined ? ' You do not know the key of that log: that of the register may say something else.' : ''}`;
  return { event, time, by: 'stamp', check: holds(name, partOf(event), says) };
};

const tellKept = (event: ProvableEvent, { proving }: Known): Told | undefined => {
  const kept = proving.find(({ leaf }) => leaf.event === event)?.kept;
  if (kept === undefined) return undefined;
  const time = kept.head.time.toISOString();
  const says = `Nobody can have changed ${whatOf(event)} since you have ${tame(kept.whence)}, whose time is ${time}.`;
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
      ? `The log of the document has ${whatOf(event)} since ${time}, but you do not know the key of that log, and anybody can make one. The key file of the register has it.`
      : `By the word of the register, whose log you know from ${tame(whence)}, nobody can have changed ${whatOf(event)} since ${time}.`;
  return { event, time, by: whence === undefined ? 'document' : 'register', check: asks(name, partOf(event), says) };
};

/** Since when each event that a document proves cannot have been changed, by the best that the reader has. */
export const tellSince = (events: readonly ProvableEvent[], known: Known): readonly Told[] =>
  events.flatMap((event) => tellStamp(event, known) ?? tellKept(event, known) ?? tellWord(event, known) ?? []);
