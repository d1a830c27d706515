import { expect, test } from 'vitest';
import { listSessions } from '../../../shared/identity/session.ts';
import { admin, adminData } from '../../support/admin.ts';
import { signIn } from '../../support/builders.ts';
import { privacyFiles, writeNoticeFolder } from '../../support/notice-folder.ts';
import { table } from '../../support/table.ts';

const { account, user } = await adminData(
  ...['init', '--account', 'My Shop', '--user', 'Ada', '--email', 'ada@shop.example', '--project', 'my-shop'],
  '--generate-password',
);

const changed = { ...privacyFiles, 'eng.html': '<p>We process your data for ten years.</p>\n' };

/** Calls that name the same thing in every way that there is, for the rights that each way needs. */
const calls: readonly (readonly [command: string, ways: readonly (readonly string[])[]])[] = [
  ['account show', [[account], ['My Shop']]],
  [
    'account rename',
    [
      [account, 'Our Shop'],
      ['Our Shop', 'My Shop'],
    ],
  ],
  [
    'account disable',
    [
      [account, '--yes'],
      ['My Shop', '--yes'],
    ],
  ],
  ['account enable', [[account], ['My Shop']]],
  ['account disable', [['My Shop', '--yes']]],
  ['account enable', [['My Shop']]],
  [
    'project create',
    [
      ['blog', 'Blog'],
      ['news', 'News', '--account', account],
    ],
  ],
  ['project list', [[], ['--account', account], ['--account', 'My Shop']]],
  ['project show', [['blog'], ['blog', '--account', account]]],
  [
    'project rename',
    [
      ['blog', 'Our blog'],
      ['blog', 'Blog', '--account', account],
    ],
  ],
  ['user create', [['Bo', 'bo@shop.example', '--generate-password', '--account', account]]],
  ['user create', [['Cy', 'cy@shop.example', '--generate-password', '--role', 'reader']]],
  ['user list', [[], ['--account', account]]],
  ['user show', [['ada@shop.example'], [String(user)]]],
  ['user sessions', [['ada@shop.example'], [String(user)]]],
  ['log list', [[], ['--account', account], ['--account', 'My Shop']]],
];

test.each(calls)('%s', async (command, ways) => {
  for (const words of ways) {
    const { exitCode, stderr } = await admin(...command.split(' '), ...words);
    expect(exitCode, stderr).toBe(0);
  }
});

test('user end-session: one session, then all', async () => {
  await signIn(user);
  const [session] = await listSessions(table, user);
  await signIn(user);

  for (const which of [session?.id ?? '', '--all']) {
    expect(await admin('user', 'end-session', 'ada@shop.example', which, '--yes')).toMatchObject({ exitCode: 0 });
  }
});

test('notices: published by a first version and a next one, then looked at', async () => {
  for (const folder of [await writeNoticeFolder(), await writeNoticeFolder(changed)]) {
    expect(await admin('notice', 'publish', folder, '--account', account)).toMatchObject({ exitCode: 0 });
  }
  expect(await admin('notice', 'publish', await writeNoticeFolder())).toMatchObject({ exitCode: 0 });

  for (const way of [[], ['--account', account]]) {
    for (const words of [['list'], ['show', 'privacy'], ['show', 'privacy', '1'], ['history', 'privacy']]) {
      expect(await admin('notice', ...words, ...way)).toMatchObject({ exitCode: 0 });
    }
    expect(await admin('notice', 'diff', 'privacy', '1', '2', ...way)).toMatchObject({ exitCode: 0 });
  }
});
