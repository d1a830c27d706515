import { describe, expect, test } from 'vitest';
import { createAccount, listAccounts, renameAccount } from '../../shared/identity/account.ts';
import { beginChange, listLogEntries } from '../../shared/identity/operations-log.ts';
import { createProject, listProjects, renameProject } from '../../shared/identity/project.ts';
import { createFirstAccount, createUser, findUser, listUsers, renameUser } from '../../shared/identity/user.ts';
import { listNotices, listNoticeVersions } from '../../shared/notices/notice.ts';
import { recordCalls } from '../support/call/requests.ts';
import { noticeContent } from '../support/make/builders.ts';
import { noise } from '../support/make/chance.ts';
import { changeAt } from '../support/make/changes.ts';
import { createNotice, publishVersion } from '../support/make/notices.ts';
import { readAll } from '../support/make/stored.ts';
import { table } from '../support/make/table.ts';

const now = new Date('2026-11-21T12:00:00Z');

const newAccount = (name = 'A') => createAccount(table, { name, consentRegisterEnabled: true }, changeAt(now));
const userOf = (accountId: string, email: string) => ({ accountId, name: 'U', email, passwordHash: 'hash' });

describe('lists', () => {
  test('have what belongs to the account and nothing else', async () => {
    const [one, other] = [await newAccount('One'), await newAccount('Other')];
    const users = [
      await createUser(table, userOf(one, 'a@example.com'), changeAt(now)),
      await createUser(table, userOf(other, 'b@example.com'), changeAt(now)),
      await createUser(table, userOf(one, 'c@example.com'), changeAt(now)),
    ];
    await createProject(table, { accountId: one, uid: 'shop', name: 'Shop' }, changeAt(now));
    await createProject(table, { accountId: other, uid: 'blog', name: 'Blog' }, changeAt(now));
    const notice = await createNotice(table, one, noticeContent(), now);

    expect((await listUsers(table, one)).map(({ id }) => id)).toEqual([users[0], users[2]]);
    expect((await listProjects(table, one)).map(({ uid }) => uid)).toEqual(['shop']);
    expect(await listNotices(table, one)).toEqual([notice]);
    expect(await listNotices(table, other)).toEqual([]);
    expect((await listAccounts(table)).map(({ id }) => id)).toEqual(expect.arrayContaining([one, other]));
  });

  test('go on over the pages that DynamoDB gives', async () => {
    const accountId = await newAccount();
    const uids = ['a', 'b', 'c', 'd', 'e', 'f'];
    for (const uid of uids) await createProject(table, { accountId, uid, name: 'x'.repeat(300_000) }, changeAt(now));

    const { result, calls } = await recordCalls(() => listProjects(table, accountId));

    expect(calls).toEqual(['Query', 'Query']);
    expect(result.map(({ uid }) => uid)).toEqual(uids);
  });

  test('of versions have no texts, which would be pages more', async () => {
    const accountId = await newAccount();
    const incompressible = () => noticeContent({ descriptionHtml: { eng: noise(250_000).toString('base64') } });
    const { pid } = await createNotice(table, accountId, incompressible(), now);
    for (let i = 2; i <= 6; i += 1) await publishVersion(table, accountId, pid, incompressible(), now);

    const { result, calls } = await recordCalls(() => listNoticeVersions(table, accountId));

    expect(calls).toEqual(['Query']);
    expect(result.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5, 6]);
  });
});

describe('changes', () => {
  test('set up an account with user and project, or nothing of it', async () => {
    const setup = (email: string) => ({
      account: { name: 'Set up', consentRegisterEnabled: true },
      user: { name: 'U', email, passwordHash: 'hash' },
      project: { uid: 'shop', name: 'Shop' },
    });
    const [made, ...others] = (
      await Promise.all([1, 2, 3].map((i) => createFirstAccount(table, setup(`first-${i}@example.com`), changeAt(now))))
    ).filter((each) => each !== undefined);
    expect(others).toEqual([]);
    expect(await findUser(table, made?.userId ?? 0)).toMatchObject({ accountId: made?.accountId });
    const before = await readAll();

    expect(await createFirstAccount(table, setup('another@example.com'), changeAt(now))).toBeUndefined();

    expect(await readAll()).toEqual(before);
  });

  test('of what is not there make nothing, and leave no entry', async () => {
    const accountId = await newAccount();
    const before = await readAll();

    expect(await renameProject(table, { accountId, uid: 'none', name: 'N' }, changeAt(now))).toBe(false);
    expect(await renameUser(table, { id: 999_999, name: 'N' }, changeAt(now))).toBe(false);
    expect(await renameAccount(table, 'f'.repeat(32), 'N', changeAt(now))).toBe(false);

    expect(await readAll()).toEqual(before);
  });
});

test('the operations log gives the latest entries, as many as asked for, in pages', async () => {
  const reason = 'x'.repeat(300_000);
  for (let i = 1; i <= 5; i += 1) {
    const at = new Date(now.getTime() + i);
    const change = beginChange({ by: 'local:ada', command: `call ${i}`, reason }, at);
    await createAccount(table, { name: 'A', consentRegisterEnabled: true }, change);
  }

  const names = async (limit: number) => (await listLogEntries(table, limit)).map(({ command }) => command);
  expect(await names(2)).toEqual(['call 5', 'call 4']);
  expect((await names(1_000)).slice(0, 5)).toEqual(['call 5', 'call 4', 'call 3', 'call 2', 'call 1']);
});
