import { describe, expect, test } from 'vitest';
import { createAccount, enableConsentRegister, parseAccount } from '../../../shared/identity/account.ts';
import { beginChange } from '../../../shared/identity/operations-log.ts';
import { createProject } from '../../../shared/identity/project.ts';
import { changePassword, createUser, enableUser, findUser } from '../../../shared/identity/user.ts';
import type { NoticeHead } from '../../../shared/notices/notice.ts';
import { findNotice, listNoticeVersions } from '../../../shared/notices/notice.ts';
import { publishNotice } from '../../../shared/notices/publishing.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { getItem } from '../../../shared/store/read.ts';
import { write } from '../../../shared/store/write.ts';
import { noticeContent } from '../../support/make/builders.ts';
import { changeAt } from '../../support/make/changes.ts';
import { createNotice, publishVersion } from '../../support/make/notices.ts';
import { readAll } from '../../support/make/stored.ts';
import { table } from '../../support/make/table.ts';

const now = new Date('2026-11-20T12:00:00Z');

const newAccount = () => createAccount(table, { name: 'A', consentRegisterEnabled: true }, changeAt(now));

const userOf = (accountId: string, email: string) => ({ accountId, name: 'U', email, passwordHash: 'hash' });

describe('accounts', () => {
  test('creation with an id can be repeated and changes nothing', async () => {
    const id = 'a'.repeat(32);
    await createAccount(table, { id, name: 'First', consentRegisterEnabled: false }, changeAt(now));
    await createAccount(table, { id, name: 'Second', consentRegisterEnabled: true }, changeAt(now));

    expect(parseAccount((await getItem(table, keyOf.account(id))) ?? {})).toEqual({
      id,
      name: 'First',
      consentRegisterEnabled: false,
      historyEpoch: expect.stringMatching(/^[0-9a-f-]{36}$/),
      roster: { revision: 0, projectUids: [], pids: [] },
      createdAt: '2026-11-20T12:00:00.000Z',
    });
  });

  test('an unknown account cannot be enabled into being', async () => {
    expect(await enableConsentRegister(table, 'f'.repeat(32), true, changeAt())).toBe(false);
    expect(await getItem(table, keyOf.account('f'.repeat(32)))).toBeUndefined();
  });

  test('a project UID is used once for each account', async () => {
    const [one, other] = [await newAccount(), await newAccount()];

    expect(await createProject(table, { accountId: one, uid: 'shop', name: 'Shop' }, changeAt(now))).toBe(true);
    expect(await createProject(table, { accountId: one, uid: 'shop', name: 'Again' }, changeAt(now))).toBe(false);
    expect(await createProject(table, { accountId: other, uid: 'shop', name: 'Other' }, changeAt(now))).toBe(true);
  });
});

describe('users', () => {
  test('get numbers without gaps, also when created side by side', async () => {
    const accountId = await newAccount();
    const before = (await createUser(table, userOf(accountId, 'first@example.com'), changeAt(now))) ?? 0;

    const ids = await Promise.all(
      Array.from({ length: 5 }, (_, i) =>
        createUser(table, userOf(accountId, `side-by-side-${i}@example.com`), changeAt(now)),
      ),
    );

    expect(ids.sort()).toEqual([1, 2, 3, 4, 5].map((i) => before + i));
  });

  test('an email is used once, however it is written, and costs no number when refused', async () => {
    const accountId = await newAccount();
    const id = await createUser(table, userOf(accountId, 'Someone@example.com'), changeAt(now));

    expect(await createUser(table, userOf(accountId, ' someone@EXAMPLE.com'), changeAt(now))).toBeUndefined();
    expect(await createUser(table, userOf(accountId, 'another@example.com'), changeAt(now))).toBe((id ?? 0) + 1);
  });

  test('changes side by side all take effect', async () => {
    const accountId = await newAccount();
    const id = (await createUser(table, userOf(accountId, 'busy@example.com'), changeAt(now))) ?? 0;

    await Promise.all([
      changePassword(table, id, 'one', changeAt(now)),
      changePassword(table, id, 'two', changeAt(now)),
      enableUser(table, id, false, changeAt(now)),
    ]);

    expect(await findUser(table, id)).toMatchObject({ sessionEpoch: 4, enabled: false });
  });

  test('an unknown user is not changed into being', async () => {
    expect(await changePassword(table, 999_999, 'hash', changeAt(now))).toBe(false);
    expect(await enableUser(table, 999_999, true, changeAt(now))).toBe(false);
    expect(await findUser(table, 999_999)).toBeUndefined();
  });
});

describe('notices', () => {
  test('versions follow one another', async () => {
    const accountId = await newAccount();
    const first = await createNotice(table, accountId, noticeContent(), now);
    const changed = noticeContent({ validityDays: 30 });

    const second = await publishVersion(table, accountId, first.pid, changed, now);
    expect(second).toMatchObject({ pid: first.pid, version: 2 });
    expect(await findNotice(table, accountId, first.pid)).toEqual(second);
    expect(await publishVersion(table, accountId, first.pid, noticeContent(), now)).toMatchObject({ version: 3 });
  });

  test('the same content has the same hash wherever it is published', async () => {
    const [one, other] = [await newAccount(), await newAccount()];

    const { contentHash } = await createNotice(table, one, noticeContent(), now);

    expect(contentHash).toMatch(/^[0-9a-f]{64}$/);
    expect(await createNotice(table, other, noticeContent(), now)).toMatchObject({ contentHash });
  });

  test('content published side by side becomes versions one after the other, whatever the clocks say', async () => {
    const accountId = await newAccount();
    const { pid } = await createNotice(table, accountId, noticeContent(), now);

    const heads = await Promise.all(
      [0, 0, 5_000, -60_000, -1].map((ahead, i) =>
        publishVersion(table, accountId, pid, noticeContent({ validityDays: i + 1 }), new Date(now.getTime() + ahead)),
      ),
    );

    expect(heads.map((head) => head?.version).sort()).toEqual([2, 3, 4, 5, 6]);
    const history = await listNoticeVersions(table, accountId);
    expect(history.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(history.map(({ currentUntil }) => currentUntil)).toEqual([
      ...history.slice(1).map(({ publishedAt }) => publishedAt),
      undefined,
    ]);
    const times = history.map(({ publishedAt }) => publishedAt);
    expect(times).toEqual([...new Set(times)].sort());
    expect(await findNotice(table, accountId, pid)).toMatchObject({ version: 6, versionId: history[5]?.id });
  });

  test('a version names who published it, as the log does', async () => {
    const accountId = await newAccount();
    const publish = (validityDays: number, current: NoticeHead | undefined, by: string) =>
      publishNotice(
        table,
        { log: undefined, accountId, name: 'privacy', content: noticeContent({ validityDays }), current },
        beginChange({ by, command: 'test' }, now),
      );
    const first = await publish(1, undefined, 'local:ada');
    const second = await publish(2, first, 'local:bo');
    await publish(3, second, 'local:ada');

    const history = await listNoticeVersions(table, accountId);

    expect(history.map(({ publishedBy }) => publishedBy)).toEqual(['local:ada', 'local:bo', 'local:ada']);
  });

  test.each([
    [
      'is not there',
      async (accountId: string, pid: number) => {
        await write(table, {
          update: keyOf.notice(accountId, pid),
          expression: 'SET versionId = :missing',
          condition: 'attribute_exists(PK)',
          values: { ':missing': 'e'.repeat(32) },
        });
      },
    ],
    [
      'is no longer current',
      async (accountId: string, _pid: number, versionId: string) => {
        await write(table, {
          update: keyOf.noticeVersion(accountId, versionId),
          expression: 'SET currentUntil = :now',
          condition: 'attribute_exists(PK)',
          values: { ':now': now.toISOString() },
        });
      },
    ],
  ])('nothing is published after a version that %s', async (_case, spoil) => {
    const accountId = await newAccount();
    const { pid, versionId } = await createNotice(table, accountId, noticeContent(), now);
    await spoil(accountId, pid, versionId);
    const before = await readAll();

    await expect(publishVersion(table, accountId, pid, noticeContent({ validityDays: 1 }), now)).rejects.toThrow(
      'does not fit the table',
    );

    expect(await readAll()).toEqual(before);
  });

  test('a notice of another account cannot be published to', async () => {
    const [one, other] = [await newAccount(), await newAccount()];
    const current = await createNotice(table, one, noticeContent(), now);
    const publication = { log: undefined, name: current.name, content: noticeContent({ validityDays: 1 }), current };
    const before = await readAll();

    expect(await publishNotice(table, { accountId: other, ...publication }, changeAt(now))).toBeUndefined();

    expect(await readAll()).toEqual(before);
  });
});
