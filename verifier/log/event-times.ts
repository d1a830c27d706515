import { versionsNamed } from '../../shared/evidence/leaf-statements.ts';
import type { NamedLeaf } from '../../shared/evidence/log-schema.ts';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import { longestErasure, longestLogLag } from '../../shared/lifetimes.ts';

/** The time that the statement gives to what a leaf tells. Null if it does not state that. */
const stated = (leaf: NamedLeaf, statement: Statement): string | null => {
  if (leaf.event === 'notice.published') return versionsNamed(leaf.versionId, statement)[0]?.publishedAt ?? null;
  const { times, erasure } = statement;
  if (leaf.event === 'consent.erased') return erasure?.time ?? null;
  return leaf.event === 'consent.revoked' ? times.revoked : times.given;
};

/**
 * When an event came into the register, in milliseconds: at its own time, or at that of the import that brought it. Undefined if the statement does
 * not state the event.
 */
export const timeOfEvent = (leaf: NamedLeaf, statement: Statement): number | undefined => {
  const time = stated(leaf, statement);
  if (time === null) return undefined;
  const { imported } = statement;
  const own = Date.parse(time);
  return imported === null || leaf.event === 'notice.published' ? own : Math.max(own, Date.parse(imported.time));
};

export const writeTime = (moment: number): string => new Date(moment).toISOString();

/** The greatest difference between clocks, in milliseconds. */
export const tolerance = 300_000;

/** How long after its own time the log may add an event, in milliseconds. */
const limitOf = ({ event }: NamedLeaf): number => (event === 'consent.erased' ? longestErasure : longestLogLag);

export const nameLimit = (leaf: NamedLeaf): 'hour' | 'day' => (limitOf(leaf) === longestLogLag ? 'hour' : 'day');

/** Whether the log need not have an event yet, because the statement was issued soon after it. */
export const isYoung = (leaf: NamedLeaf, statement: Statement): boolean => {
  const time = timeOfEvent(leaf, statement);
  return time !== undefined && Date.parse(statement.issuedAt) <= time + limitOf(leaf);
};

/**
 * By when the log must have had an event, in milliseconds. A later one is a doubt. A version that was in the log before the consent was given is the
 * one that was agreed to, whenever it was published: the log may have been switched on in between.
 */
export const dueTimeOf = (leaf: NamedLeaf, statement: Statement): number | undefined => {
  const time = timeOfEvent(leaf, statement);
  if (time === undefined) return undefined;
  const due = time + limitOf(leaf);
  return leaf.event === 'notice.published' ? Math.max(due, Date.parse(statement.times.given)) : due;
};
