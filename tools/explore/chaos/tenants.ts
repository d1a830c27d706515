import { newIdentifier } from '../../../shared/identifier.ts';
import { createAccount } from '../../../shared/identity/account-changes.ts';
import { getSigningKey } from '../../../shared/identity/keys/signing-key.ts';
import { createProject } from '../../../shared/identity/project.ts';
import { startSession } from '../../../shared/identity/session.ts';
import { issueTokenSet } from '../../../shared/identity/token-set.ts';
import { usualRole } from '../../../shared/identity/user.ts';
import { createUser } from '../../../shared/identity/user-changes.ts';
import type { Table } from '../../../shared/store/client.ts';
import { changeAt } from '../../../test/support/change.ts';
import { createNotice } from '../../../test/support/notices.ts';
import { passwordHash } from '../../../test/support/password.ts';

/** An account set up for the register, whose user several clients share. */
export interface Tenant {
  readonly accountId: string;
  readonly userId: number;
  readonly projectUid: string;
  readonly pids: readonly number[];
}

const notices = 3;

const content = {
  validityDays: 0,
  notification: false,
  title: { eng: 'Privacy notice' },
  descriptionHtml: { eng: '<p>We process your data.</p>' },
};

export const newTenant = async (table: Table): Promise<Tenant> => {
  const now = new Date();
  const accountId = await createAccount(table, { name: 'An account', consentRegisterEnabled: true }, changeAt(now));
  const projectUid = 'project';
  await createProject(table, { accountId, uid: projectUid, name: 'A project' }, changeAt(now));
  const email = `${accountId}@example.com`;
  const userId = await createUser(table, { accountId, name: 'A User', email, passwordHash }, changeAt(now));
  if (userId === undefined) throw new Error('The email is taken.');
  const pids: number[] = [];
  while (pids.length < notices) pids.push((await createNotice(table, accountId, content, now)).pid);
  return { accountId, userId, projectUid, pids };
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
