import { createAccount } from '../../shared/accounts/account-changes.ts';
import { createProject } from '../../shared/accounts/project.ts';
import type { ConsentRecord } from '../../shared/consents/record.ts';
import { newIdentifier } from '../../shared/identifier.ts';
import { startSession } from '../../shared/identity/session.ts';
import { issueTokenSet } from '../../shared/identity/token-set.ts';
import { findUser } from '../../shared/identity/user.ts';
import { createUser } from '../../shared/identity/user-changes.ts';
import { getSigningKey } from '../../shared/keys/signing-key.ts';
import { limits } from '../../shared/limits.ts';
import type { NoticeContent } from '../../shared/notices/content.ts';
import type { NoticeHead } from '../../shared/notices/notice.ts';
import { isNew, write } from '../../shared/store/write.ts';
import { changeAt } from './change.ts';
import type { Parameters } from './encode.ts';
import { invoke } from './invoke.ts';
import { createNotice } from './notices.ts';
import { passwordHash } from './password.ts';
import { noteSubject } from './subject.ts';
import { table } from './table.ts';

let serial = 0;

export const noticeContent = (overrides: Partial<NoticeContent> = {}): NoticeContent => ({
  validityDays: 0,
  notification: false,
  title: { eng: 'Privacy notice', ita: 'Informativa' },
  descriptionHtml: { eng: '<p>We process your data.</p>', ita: '<p>Trattiamo i tuoi dati.</p>' },
  ...overrides,
});

/** An account with a user, a session, a project and notices. */
export interface Tenant {
  readonly accountId: string;
  readonly userId: number;
  readonly email: string;
  readonly projectUid: string;
  readonly notices: readonly NoticeHead[];
  /** PID of the first notice. */
  readonly pid: number;
  readonly token: string;
  readonly refreshToken: string;
}

/** Starts a session without a login, whose bcrypt would take most of a test's time. */
export const signIn = async (userId: number): Promise<{ token: string; refreshToken: string }> => {
  const now = new Date();
  const user = await findUser(table, userId);
  if (user === undefined) throw new Error('No such user.');
  noteSubject(`role ${user.role}`);
  const { session, refreshToken } = await startSession(
    table,
    { userId, accountId: user.accountId, epoch: user.sessionEpoch },
    { id: newIdentifier(now), lifetime: 30 * 24 * 60 * 60, now },
  );
  const tokens = await issueTokenSet(session, user, refreshToken, await getSigningKey(now), now);
  return { token: tokens.access_token, refreshToken: tokens.refresh_token };
};

/** A tenant of its own for a test, so that tests of a file do not see one another's data. */
export const newTenant = async ({ enabled = true, notices = 1 } = {}): Promise<Tenant> => {
  serial += 1;
  const now = new Date();
  const accountId = await createAccount(
    table,
    { name: `Account ${serial}`, consentRegisterEnabled: enabled },
    changeAt(now),
  );
  const projectUid = `project-${serial}`;
  await createProject(table, { accountId, uid: projectUid, name: 'A project' }, changeAt(now));
  const email = `user-${serial}@example.com`;
  const userId = await createUser(table, { accountId, name: 'A User', email, passwordHash }, changeAt(now));
  if (userId === undefined) throw new Error('The email is taken.');
  const heads: NoticeHead[] = [];
  for (let i = 0; i < notices; i += 1) heads.push(await createNotice(table, accountId, noticeContent(), now));
  const tokens = await signIn(userId);
  return { accountId, userId, email, projectUid, notices: heads, pid: heads[0]?.pid ?? 0, ...tokens };
};

/** Valid parameters of `add` for a tenant. */
export const consentOf = ({ projectUid, pid }: Tenant, overrides: Parameters = {}): Parameters => ({
  projectUid,
  ...(!('consentInformationVersionId' in overrides) && { consentInformationPid: pid }),
  proof: { url: 'https://shop.example/checkout', html: '<form></form>' },
  userData: { email: 'ada@example.com' },
  ...overrides,
});

/** Records a consent through the interface and returns its answer's body. */
export const addConsent = async (tenant: Tenant, overrides: Parameters = {}) => {
  const { status, body } = await invoke('addConsent', consentOf(tenant, overrides), { token: tenant.token });
  if (status !== 200) throw new Error(`The consent was refused: ${JSON.stringify(body)}`);
  return body;
};

/** The record of a consent, as the interface shows it. */
export const findRecord = async ({ token }: Pick<Tenant, 'token'>, id: string): Promise<ConsentRecord> => {
  const { body } = await invoke('searchConsents', { id, userData: '' }, { token });
  const [record] = body.data;
  if (record === undefined) throw new Error('There is no such consent.');
  return record;
};

/** Takes all that the searches of a tenant may read in this minute and the next, but for those that are not counted. */
export const spendReads = async ({ accountId }: Tenant): Promise<void> => {
  const minute = Math.floor(Date.now() / 60_000);
  for (const end of [(minute + 1) * 60, (minute + 2) * 60]) {
    await write(table, {
      put: {
        PK: `ACCOUNT#${accountId}#READS`,
        SK: String(end),
        readUnits: limits.searchUnitsPerMinute,
        expiresAt: end,
      },
      ...isNew,
    });
  }
};
