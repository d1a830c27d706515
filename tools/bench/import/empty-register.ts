import { createAccount } from '../../../shared/identity/account-changes.ts';
import { createProject } from '../../../shared/identity/project.ts';
import type { Table } from '../../../shared/store/client.ts';
import { changeAt } from '../../../test/support/change.ts';
import { createNotice } from '../../../test/support/notices.ts';

const content = {
  validityDays: 730,
  notification: false,
  title: { eng: 'Newsletter' },
  descriptionHtml: { eng: '<p>We write to you once a month.</p>' },
};

/** An account with a project and a notice, and no consent. */
export const makeRegister = async (table: Table) => {
  const accountId = await createAccount(table, { name: 'A shop', consentRegisterEnabled: true }, changeAt());
  const projectUid = 'shop';
  await createProject(table, { accountId, uid: projectUid, name: 'Shop' }, changeAt());
  const { name: notice } = await createNotice(table, accountId, content, new Date());
  return { accountId, projectUid, notice };
};
