import type { Change } from './operations-log.ts';
import type { Table } from '../store/client.ts';
import { transact } from '../store/write.ts';
import { knownAddressKey, knownUntil, rememberingOf } from './known-address.ts';
import type { User } from './user.ts';

/**
 * Makes an address known for a user who has not signed in from there.
 *
 * @returns until when it is known, or undefined if it was already known for longer, in which case nothing changes
 */
export const allowAddress = async (
  table: Table,
  { id: userId, accountId, email }: Pick<User, 'id' | 'accountId' | 'email'>,
  address: string,
  { now, record }: Change,
): Promise<Date | undefined> => {
  const remembering = rememberingOf(knownAddressKey(email, address), now);
  const refusals = await transact(table, [remembering, record({ accountId, userId })]);
  return refusals === undefined ? knownUntil(now) : undefined;
};
