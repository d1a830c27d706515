import { expect, test } from 'vitest';
import { createAccount, findAccount } from '../../../shared/identity/account.ts';
import { createProject, listProjects } from '../../../shared/identity/project.ts';
import { createFirstAccount } from '../../../shared/identity/user.ts';
import { listNotices } from '../../../shared/notices/notice.ts';
import { setUse } from '../../../shared/notices/publishing.ts';
import { noticeContent } from '../../support/make/builders.ts';
import { changeAt } from '../../support/make/changes.ts';
import { createNotice } from '../../support/make/notices.ts';
import { passwordHash } from '../../support/make/password.ts';
import { table } from '../../support/make/table.ts';

const newAccount = () => createAccount(table, { name: 'A', consentRegisterEnabled: true }, changeAt());

const addProject = (accountId: string, uid: string) => createProject(table, { accountId, uid, name: uid }, changeAt());

const addNotice = (accountId: string) => createNotice(table, accountId, noticeContent(), new Date());

const use = (accountId: string, pid: number, wanted: 'retired' | 'in use') =>
  setUse(table, { accountId, pid, use: wanted }, changeAt());

const rosterOf = async (accountId: string) => {
  const { revision: _revision, ...names } = (await findAccount(table, accountId))?.roster ?? {};
  return names;
};

/** What the roster is to say, from the items themselves. */
const readNames = async (accountId: string) => {
  const [projects, notices] = await Promise.all([listProjects(table, accountId), listNotices(table, accountId)]);
  const inUse = notices.filter(({ retiredAt }) => retiredAt === undefined);
  return {
    projectUids: projects.map(({ uid }) => uid).slice(0, 10),
    pids: inUse.map(({ pid }) => pid).slice(0, 10),
  };
};

test('has nothing of a new account, and the project that is made with the first', async () => {
  const user = { name: 'U', email: 'first@example.com', passwordHash: passwordHash() };
  const account = { name: 'First', consentRegisterEnabled: true };
  const first = await createFirstAccount(table, { account, user, project: { uid: 'shop', name: 'Shop' } }, changeAt());

  expect(await rosterOf(await newAccount())).toEqual({ projectUids: [], pids: [] });
  expect(await rosterOf(first?.accountId ?? '')).toEqual({ projectUids: ['shop'], pids: [] });
});

test('is true after changes at the same time, also of more than ten', async () => {
  const accountId = await newAccount();
  const uids = ['m', 'c', 'x', 'a', 'k', 'b', 'z', 'd', 'w', 'e', 'f', 'g'];

  const notices = await Promise.all([addNotice(accountId), addNotice(accountId), addNotice(accountId)]);
  await Promise.all([
    ...uids.map((uid) => addProject(accountId, uid)),
    use(accountId, notices[1]?.pid ?? 0, 'retired'),
    addNotice(accountId),
    use(accountId, notices[0]?.pid ?? 0, 'retired'),
  ]);

  expect(await rosterOf(accountId)).toEqual(await readNames(accountId));
  expect(await rosterOf(accountId)).toMatchObject({ projectUids: [...uids].sort().slice(0, 10) });
});

test('has another notice instead of a retired one, and that one again after an undoing', async () => {
  const accountId = await newAccount();
  const pids: number[] = [];
  for (let i = 0; i < 11; i += 1) pids.push((await addNotice(accountId)).pid);
  const [retired = 0, ...others] = pids;

  await use(accountId, retired, 'retired');
  expect(await rosterOf(accountId)).toMatchObject({ pids: others });
  await use(accountId, retired, 'in use');
  expect(await rosterOf(accountId)).toMatchObject({ pids: pids.slice(0, 10) });
});

test('does not change where a project is there already', async () => {
  const accountId = await newAccount();
  await addProject(accountId, 'one');
  const before = await findAccount(table, accountId);

  expect(await addProject(accountId, 'one')).toBe(false);
  expect(await findAccount(table, accountId)).toEqual(before);
});
