import { join } from 'node:path';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { createAccount } from '../../shared/accounts/account-changes.ts';
import type { Change } from '../../shared/accounts/operations-log.ts';
import { beginChange } from '../../shared/accounts/operations-log.ts';
import { createProject } from '../../shared/accounts/project.ts';
import { findCredential } from '../../shared/identity/credential.ts';
import { hashPassword } from '../../shared/identity/passwords.ts';
import { createUser } from '../../shared/identity/user-changes.ts';
import { findNotice, findNoticeByName } from '../../shared/notices/notice.ts';
import type { Table } from '../../shared/store/client.ts';
import { getItem } from '../../shared/store/get.ts';
import { keyOf } from '../../shared/store/keys.ts';
import type { NoticeFolder } from '../notices/notice-folder.ts';
import { readNoticeFolder } from '../notices/notice-folder.ts';
import { compare, publish } from '../notices/publishing.ts';
import { demoPassword } from './demo-password.ts';
import { findLocalUser } from './local-user.ts';

const demoFolder = join(import.meta.dirname, '../../demo');

interface DemoAccount {
  readonly id: string;
  readonly name: string;
  readonly consentRegisterEnabled: boolean;
  readonly user: { readonly name: string; readonly email: string };
  readonly project?: { readonly uid: string; readonly name: string };
  /** For each notice the folders of its versions in `demo/`; the last one is current. */
  readonly notices: readonly (readonly string[])[];
}

/** People script against this: it stays as it is, and so do the PIDs, which follow the order of the notices. */
export const demoAccounts = {
  demoShop: {
    id: '00000000000000000000000000000001',
    name: 'Demo Shop',
    consentRegisterEnabled: true,
    user: { name: 'Demo User', email: 'demo@example.com' },
    project: { uid: 'demo-shop', name: 'Demo Shop' },
    notices: [['demo-shop/privacy-1', 'demo-shop/privacy-2'], ['demo-shop/newsletter'], ['demo-shop/profiling']],
  },
  otherShop: {
    id: '00000000000000000000000000000002',
    name: 'Other Shop',
    consentRegisterEnabled: true,
    user: { name: 'Other User', email: 'other@example.com' },
    project: { uid: 'other-shop', name: 'Other Shop' },
    notices: [['other-shop/privacy']],
  },
  newShop: {
    id: '00000000000000000000000000000003',
    name: 'New Shop',
    consentRegisterEnabled: false,
    user: { name: 'New User', email: 'new@example.com' },
    notices: [],
  },
} as const satisfies Record<string, DemoAccount>;

/** Publishes the versions that are missing. */
const provisionNotice = async (
  table: Table,
  accountId: string,
  versions: readonly string[],
  change: Change,
): Promise<void> => {
  const folders: NoticeFolder[] = [];
  for (const version of versions) folders.push(await readNoticeFolder(join(demoFolder, version)));
  const pid = folders[0] && (await findNoticeByName(table, accountId, folders[0].name));
  const current = pid === undefined ? undefined : await findNotice(table, accountId, pid);
  for (const folder of folders.slice(current?.version ?? 0)) {
    await publish(table, accountId, await compare(table, accountId, { path: folder.name, folder }), change);
  }
};

let passwordHash: Promise<string> | undefined;

/** All demo users have one password, and one hash of it, which takes a third of a second. */
const hashDemoPassword = (): Promise<string> => {
  passwordHash ??= hashPassword(demoPassword);
  return passwordHash;
};

const provisionAccount = async (table: Table, account: DemoAccount, change: Change): Promise<void> => {
  const { id: accountId, name, consentRegisterEnabled, user, project } = account;
  await createAccount(table, { id: accountId, name, consentRegisterEnabled }, change);
  if (project) await createProject(table, { accountId, ...project }, change);
  for (const versions of account.notices) await provisionNotice(table, accountId, versions, change);
  if ((await findCredential(table, user.email)) !== undefined) return;
  await createUser(table, { accountId, ...user, passwordHash: await hashDemoPassword() }, change);
};

const holdsOtherData = async (table: Table): Promise<boolean> => {
  if ((await getItem(table, keyOf.account(demoAccounts.demoShop.id))) !== undefined) return false;
  const { Items } = await table.client.send(new ScanCommand({ TableName: table.name, Limit: 1 }));
  return Items?.some(({ PK }) => PK !== 'KEYS') ?? false;
};

/** Makes what is missing of the demo data. Returns false, and makes nothing, where a table holds only other data. */
export const provisionDemo = async (table: Table, now: Date): Promise<boolean> => {
  if (await holdsOtherData(table)) return false;
  const change = beginChange({ by: await findLocalUser(), command: 'start', reason: 'demo data' }, now);
  for (const account of Object.values(demoAccounts)) await provisionAccount(table, account, change);
  return true;
};
