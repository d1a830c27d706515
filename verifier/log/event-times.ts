import type { Statement } from '../../shared/evidence/statement-schema.ts';
import type { NamedLeaf } from './leaf-statements.ts';

/** The time that the statement gives to what a leaf tells. Null if it does not state that. */
const stated = (leaf: NamedLeaf, { times, notice, erasure }: Statement): string | null => {
  if (leaf.event === 'notice.published')
    return notice.history.find(({ versionId }) => versionId === leaf.versionId)?.publishedAt ?? null;
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

/** How long a log takes at most to add an event, in milliseconds. A later one is a doubt. */
export const promptly = 3_600_000;

/** Whether the log need not have an event yet, because the statement was issued soon after it. */
export const isYoung = (leaf: NamedLeaf, statement: Statement): boolean => {
  const time = timeOfEvent(leaf, statement);
  return time !== undefined && Date.parse(statement.issuedAt) <= time + promptly;
};
