import type { Table } from './client.ts';
import { knownAddressKey, knownUntil, rememberingOf } from './known-address.ts';
import type { Recorder } from './operations-log.ts';
import type { User } from './user.ts';
import { commit } from './write.ts';

/**
 * Makes an address known for a user who has not signed in from there.
 *
 * @returns until when it is known; undefined when it is known for longer, and nothing was changed
 */
export const allowAddress = async (
  table: Table,
  { id: userId, accountId, email }: Pick<User, 'id' | 'accountId' | 'email'>,
  address: string,
  now: Date,
  record: Recorder,
): Promise<Date | undefined> => {
  const remembering = rememberingOf(knownAddressKey(email, address), now);
  const refusals = await commit(table, [remembering, ...record({ accountId, userId })]);
  return refusals === undefined ? knownUntil(now) : undefined;
};
