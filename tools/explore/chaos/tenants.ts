import { newIdentifier } from '../../../shared/identifier.ts';
import { getSigningKey } from '../../../shared/identity/keys/signing-key.ts';
import { startSession } from '../../../shared/identity/session.ts';
import { issueTokenSet } from '../../../shared/identity/token-set.ts';
import { usualRole } from '../../../shared/identity/user.ts';
import type { Table } from '../../../shared/store/client.ts';
import { addUser, contentOf, makeAccount } from '../../bench/account.ts';

/** An account set up for the register, whose user several clients share. */
export interface Tenant {
  readonly accountId: string;
  readonly userId: number;
  readonly projectUid: string;
  readonly pids: readonly number[];
}

export const newTenant = async (table: Table): Promise<Tenant> => {
  const contents = Array.from({ length: 3 }, () => contentOf('<p>We process your data.</p>'));
  const { accountId, projectUid, notices } = await makeAccount(table, contents);
  const { userId } = await addUser(table, accountId);
  return { accountId, userId, projectUid, pids: notices.map(({ pid }) => pid) };
};

/** Starts a session without a login, whose bcrypt would take most of the time. */
export const signIn = async (table: Table, { userId, accountId }: Tenant) => {
  const now = new Date();
  const { session, refreshToken } = await startSession(
    table,
    { userId, accountId, epoch: 1 },
    { id: newIdentifier(now), lifetime: 24 * 60 * 60, now },
  );
  const tokens = issueTokenSet(session, { role: usualRole }, refreshToken, await getSigningKey(now), now);
  return { token: tokens.access_token, refreshToken: tokens.refresh_token };
};
