import { join } from 'node:path';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { createAccount } from '../../shared/identity/account-changes.ts';
import type { Change } from '../../shared/identity/operations-log.ts';
import { beginChange } from '../../shared/identity/operations-log.ts';
import { createProject } from '../../shared/identity/project.ts';
import { findUserId } from '../../shared/identity/credential.ts';
import { createUser } from '../../shared/identity/user-changes.ts';
import { findNotice, findNoticeByName } from '../../shared/notices/notice.ts';
import type { Table } from '../../shared/store/client.ts';
import { getItem } from '../../shared/store/get.ts';
import { keyOf } from '../../shared/store/keys.ts';
import { readNoticeFolder } from '../notices/notice-folder.ts';
import { compare, publish } from '../notices/publishing.ts';
import { daysBefore, provisionConsents } from './demo-consents.ts';
import { demoPasswordHash } from './demo-password.ts';
import { findLocalUser } from './local-user.ts';

const demoFolder = join(import.meta.dirname, 'demo');

/** A version of a notice: its folder in `demo/`, and how many days before the start it was published. */
interface DemoVersion {
  readonly folder: string;
  readonly daysAgo: number;
}

interface DemoAccount {
  readonly id: string;
  readonly name: string;
  readonly consentRegisterEnabled: boolean;
  readonly user: { readonly name: string; readonly email: string };
  readonly project?: { readonly uid: string; readonly name: string };
  /** The versions of each notice; the last one is current. */
  readonly notices: readonly (readonly DemoVersion[])[];
  /** A file in `demo/` with the project's consents. */
  readonly consents?: string;
}

/** How many days before the start the accounts, their users and their first notices were created. */
const opened = 400;

/** Developers script against this data. Keep it stable, including the PIDs, which follow the order of the notices. */
export const demoAccounts = {
  demoShop: {
    id: '00000000000000000000000000000001',
    name: 'Demo Shop',
    consentRegisterEnabled: true,
    user: { name: 'Demo User', email: 'demo@example.com' },
    project: { uid: 'demo-shop', name: 'Demo Shop' },
    notices: [
      [
        { folder: 'demo-shop/privacy-1', daysAgo: opened },
        { folder: 'demo-shop/privacy-2', daysAgo: 90 },
      ],
      [{ folder: 'demo-shop/newsletter', daysAgo: opened }],
      [{ folder: 'demo-shop/profiling', daysAgo: 300 }],
    ],
    consents: 'demo-shop/consents.json',
  },
  otherShop: {
    id: '00000000000000000000000000000002',
    name: 'Other Shop',
    consentRegisterEnabled: true,
    user: { name: 'Other User', email: 'other@example.com' },
    project: { uid: 'other-shop', name: 'Other Shop' },
    notices: [[{ folder: 'other-shop/privacy', daysAgo: opened }]],
  },
  newShop: {
    id: '00000000000000000000000000000003',
    name: 'New Shop',
    consentRegisterEnabled: false,
    user: { name: 'New User', email: 'new@example.com' },
    notices: [],
  },
} as const satisfies Record<string, DemoAccount>;

/** Begins a change this many days before the start. */
type ChangeOf = (daysAgo: number) => Change;

/** Publishes the missing versions. */
const provisionNotice = async (
  table: Table,
  accountId: string,
  versions: readonly DemoVersion[],
  changeOf: ChangeOf,
): Promise<void> => {
  const folders = await Promise.all(
    versions.map(async ({ folder, daysAgo }) => ({
      path: folder,
      folder: await readNoticeFolder(join(demoFolder, folder)),
      change: changeOf(daysAgo),
    })),
  );
  const pid = folders[0] && (await findNoticeByName(table, accountId, folders[0].folder.name));
  const current = pid === undefined ? undefined : await findNotice(table, accountId, pid);
  for (const { change, ...folder } of folders.slice(current?.version ?? 0)) {
    await publish(table, accountId, await compare(table, accountId, folder), change);
  }
};

/** Consents are written last and together with the user, so a later start does not repeat them. */
const provisionAccount = async (table: Table, account: DemoAccount, start: Date, changeOf: ChangeOf): Promise<void> => {
  const { id: accountId, name, consentRegisterEnabled, user, project, consents } = account;
  const change = changeOf(opened);
  await createAccount(table, { id: accountId, name, consentRegisterEnabled }, change);
  if (project) await createProject(table, { accountId, ...project }, change);
  for (const versions of account.notices) await provisionNotice(table, accountId, versions, changeOf);
  if ((await findUserId(table, user.email)) !== undefined) return;
  const userId = await createUser(table, { accountId, ...user, passwordHash: demoPasswordHash }, change);
  if (userId === undefined || project === undefined || consents === undefined) return;
  await provisionConsents(table, { accountId, projectUid: project.uid, userId }, join(demoFolder, consents), start);
};

/** Partitions that the service itself writes when it starts, one item each. */
const written = [keyOf.verificationKeys().PK, keyOf.evidenceKeys().PK];

const holdsOtherData = async (table: Table): Promise<boolean> => {
  if ((await getItem(table, keyOf.account(demoAccounts.demoShop.id))) !== undefined) return false;
  const { Items } = await table.client.send(new ScanCommand({ TableName: table.name, Limit: written.length + 1 }));
  return Items?.some(({ PK }) => !written.includes(PK)) ?? false;
};

/** Creates the missing demo data. Returns false, and creates nothing, if the table holds only other data. */
export const provisionDemo = async (table: Table, now: Date): Promise<boolean> => {
  if (await holdsOtherData(table)) return false;
  const circumstances = { by: await findLocalUser(), command: 'start', reason: 'demo data' };
  const changeOf: ChangeOf = (daysAgo) => beginChange(circumstances, daysBefore(now, daysAgo));
  for (const account of Object.values(demoAccounts)) await provisionAccount(table, account, now, changeOf);
  return true;
};
