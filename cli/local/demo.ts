import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { hashPassword } from '../../shared/passwords.ts';
import { accountKey } from '../../shared/store/account.ts';
import { createAccount } from '../../shared/store/account-provisioning.ts';
import type { Table } from '../../shared/store/client.ts';
import { findCredential } from '../../shared/store/credential.ts';
import { getItem } from '../../shared/store/get.ts';
import { findNotice } from '../../shared/store/notice.ts';
import { createNotice, publishNotice } from '../../shared/store/notice-publishing.ts';
import { createProject } from '../../shared/store/project.ts';
import { createUser } from '../../shared/store/user-provisioning.ts';
import type { DemoNotice } from './demo-notices.ts';
import { demoShopNotices, otherShopNotices } from './demo-notices.ts';

export const demoPassword = 'correct horse battery staple';

interface DemoAccount {
  readonly id: string;
  readonly name: string;
  readonly consentRegisterEnabled: boolean;
  readonly user: { readonly name: string; readonly email: string };
  readonly project?: { readonly uid: string; readonly name: string };
  readonly notices: readonly DemoNotice[];
}

/** People script against this: it stays as it is. */
export const demoAccounts = {
  demoShop: {
    id: '00000000000000000000000000000001',
    name: 'Demo Shop',
    consentRegisterEnabled: true,
    user: { name: 'Demo User', email: 'demo@example.com' },
    project: { uid: 'demo-shop', name: 'Demo Shop' },
    notices: demoShopNotices,
  },
  otherShop: {
    id: '00000000000000000000000000000002',
    name: 'Other Shop',
    consentRegisterEnabled: true,
    user: { name: 'Other User', email: 'other@example.com' },
    project: { uid: 'other-shop', name: 'Other Shop' },
    notices: otherShopNotices,
  },
  newShop: {
    id: '00000000000000000000000000000003',
    name: 'New Shop',
    consentRegisterEnabled: false,
    user: { name: 'New User', email: 'new@example.com' },
    notices: [],
  },
} as const satisfies Record<string, DemoAccount>;

const provisionNotice = async (table: Table, accountId: string, { pid, versions }: DemoNotice, now: Date) => {
  const [first, ...later] = versions;
  if (first === undefined) return;
  if ((await findNotice(table, accountId, pid)) === undefined) await createNotice(table, accountId, first, now);
  const current = (await findNotice(table, accountId, pid))?.version ?? 1;
  for (const content of later.slice(current - 1)) await publishNotice(table, accountId, pid, content, now);
};

const provisionAccount = async (table: Table, account: DemoAccount, now: Date): Promise<void> => {
  await createAccount(table, account, now);
  if (account.project) await createProject(table, { accountId: account.id, ...account.project }, now);
  for (const notice of account.notices) await provisionNotice(table, account.id, notice, now);
  if ((await findCredential(table, account.user.email)) !== undefined) return;
  const passwordHash = await hashPassword(demoPassword);
  await createUser(table, { accountId: account.id, ...account.user, passwordHash }, now);
};

const holdsOtherData = async (table: Table): Promise<boolean> => {
  if ((await getItem(table, accountKey(demoAccounts.demoShop.id))) !== undefined) return false;
  const { Items } = await table.client.send(new ScanCommand({ TableName: table.name, Limit: 1 }));
  return Items?.some(({ PK }) => PK !== 'KEYS') ?? false;
};

/** Makes what is missing of the demo data. Returns false, and makes nothing, where a table holds only other data. */
export const provisionDemo = async (table: Table, now: Date): Promise<boolean> => {
  if (await holdsOtherData(table)) return false;
  for (const account of Object.values(demoAccounts)) await provisionAccount(table, account, now);
  return true;
};
