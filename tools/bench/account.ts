import { createAccount } from '../../shared/identity/account-changes.ts';
import { createProject } from '../../shared/identity/project.ts';
import { createUser } from '../../shared/identity/user-changes.ts';
import type { NoticeContent } from '../../shared/notices/content.ts';
import type { NoticeHead } from '../../shared/notices/notice.ts';
import type { Table } from '../../shared/store/client.ts';
import { changeAt } from '../../test/support/change.ts';
import { createNotice } from '../../test/support/notices.ts';
import { passwordHash as usualHash } from '../../test/support/password.ts';

/** Content of a notice in English that holds for ever. */
export const contentOf = (html: string, title = 'Privacy notice'): NoticeContent => ({
  validityDays: 0,
  notification: false,
  title: { eng: title },
  descriptionHtml: { eng: html },
});

/** An account for the register, as commands make it. */
export interface MadeAccount {
  readonly accountId: string;
  readonly projectUid: string;
  /** One for each content, in the order given. */
  readonly notices: readonly NoticeHead[];
}

/** Makes an account with a project and notices. */
export const makeAccount = async (
  table: Table,
  contents: readonly NoticeContent[],
  { projectUid = 'shop', now = new Date() } = {},
): Promise<MadeAccount> => {
  const accountId = await createAccount(table, { name: 'A shop', consentRegisterEnabled: true }, changeAt(now));
  await createProject(table, { accountId, uid: projectUid, name: 'Shop' }, changeAt(now));
  const notices: NoticeHead[] = [];
  for (const content of contents) notices.push(await createNotice(table, accountId, content, now));
  return { accountId, projectUid, notices };
};

/** Makes a user of an account; without a hash, with the password that tests have. */
export const addUser = async (table: Table, accountId: string, passwordHash = usualHash) => {
  const email = `${accountId}@example.com`;
  const userId = await createUser(table, { accountId, name: 'A User', email, passwordHash }, changeAt());
  if (userId === undefined) throw new Error('The email is taken.');
  return { userId, email };
};
