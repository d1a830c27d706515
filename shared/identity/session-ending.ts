import type { Table } from '../store/client.ts';
import { keyOf } from '../store/keys.ts';
import type { Update } from '../store/write.ts';
import { write } from '../store/write.ts';

/** The write that ends a running session. */
export const endingOf = (userId: number, sessionId: string, now: Date): Update => ({
  update: keyOf.session(userId, sessionId),
  expression: 'SET endedAt = :now',
  condition: 'attribute_exists(PK) AND attribute_not_exists(endedAt)',
  values: { ':now': now.toISOString() },
});

/**
 * Ends a session at once. From then on its tokens are refused. Returns false if the session is unknown or has already
 * ended.
 */
export const endSession = async (table: Table, userId: number, sessionId: string, now: Date): Promise<boolean> =>
  (await write(table, endingOf(userId, sessionId, now))).done;
