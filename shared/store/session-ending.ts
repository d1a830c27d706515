import type { Table } from './client.ts';
import type { Recorder } from './operations-log.ts';
import { unrecorded } from './operations-log.ts';
import { sessionKey } from './session.ts';
import { commit } from './write.ts';

/** Ends a session at once; its tokens are refused from now on. Returns false when it is unknown or has ended before. */
export const endSession = async (
  table: Table,
  userId: number,
  sessionId: string,
  now: Date,
  record: Recorder = unrecorded,
): Promise<boolean> => {
  const refusals = await commit(table, [
    {
      update: sessionKey(userId, sessionId),
      expression: 'SET endedAt = :now',
      condition: 'attribute_exists(PK) AND attribute_not_exists(endedAt)',
      values: { ':now': now.toISOString() },
    },
    ...record({ userId, sessionId }),
  ]);
  return refusals === undefined;
};
