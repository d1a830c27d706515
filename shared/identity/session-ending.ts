import type { Table } from '../store/client.ts';
import { keyOf } from '../store/keys.ts';
import type { Update } from '../store/write.ts';
import { write } from '../store/write.ts';

/** Ends a session that is alive. */
export const endingOf = (userId: number, sessionId: string, now: Date): Update => ({
  update: keyOf.session(userId, sessionId),
  expression: 'SET endedAt = :now',
  condition: 'attribute_exists(PK) AND attribute_not_exists(endedAt)',
  values: { ':now': now.toISOString() },
});

/** Ends a session at once; its tokens are refused from now on. Returns false when it is unknown or has ended before. */
export const endSession = async (table: Table, userId: number, sessionId: string, now: Date): Promise<boolean> =>
  (await write(table, endingOf(userId, sessionId, now))).done;
