import { longestErasure, longestLogLag } from '../../shared/api/limits.ts';
import { findLeaf, lifeOf, versionsNamed } from '../../shared/evidence/document-leaves.ts';
import type { Facts, NamedLeaf } from '../../shared/evidence/schema.ts';

/**
 * When an event came into the register, in milliseconds: at its own time, or at that of the import that brought it. Undefined if the document does
 * not have the event.
 */
export const timeOfEvent = (named: NamedLeaf, facts: Facts): number | undefined => {
  const leaf = named.event === 'notice.published' ? versionsNamed(named.versionId, facts)[0] : findLeaf(named, facts);
  if (leaf === undefined) return undefined;
  const { imported } = lifeOf(facts.consent).first;
  const own = Date.parse(leaf.time);
  return imported === null || leaf.event === 'notice.published' ? own : Math.max(own, Date.parse(imported.time));
};

export const writeTime = (moment: number): string => new Date(moment).toISOString();

/** The greatest difference between clocks, in milliseconds. */
export const tolerance = 300_000;

/** How long after its own time the log may add an event, in milliseconds. */
const limitOf = ({ event }: NamedLeaf): number => (event === 'consent.erased' ? longestErasure : longestLogLag);

export const nameLimit = (leaf: NamedLeaf): 'hour' | 'day' => (limitOf(leaf) === longestLogLag ? 'hour' : 'day');

/** Whether the log need not have an event yet, because the document was issued soon after it. */
export const isYoung = (leaf: NamedLeaf, facts: Facts): boolean => {
  const time = timeOfEvent(leaf, facts);
  return time !== undefined && Date.parse(facts.issuedAt) <= time + limitOf(leaf);
};

/**
 * By when the log must have had an event, in milliseconds. A later one is a doubt. A version that was in the log before the consent was given is the
 * one that was agreed to, whenever it was published: the log may have been switched on in between.
 */
export const dueTimeOf = (leaf: NamedLeaf, facts: Facts): number | undefined => {
  const time = timeOfEvent(leaf, facts);
  if (time === undefined) return undefined;
  const due = time + limitOf(leaf);
  return leaf.event === 'notice.published' ? Math.max(due, Date.parse(lifeOf(facts.consent).given)) : due;
};
