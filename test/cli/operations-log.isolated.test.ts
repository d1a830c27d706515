import { userInfo } from 'node:os';
import { expect, test } from 'vitest';
import { listLogEntries } from '../../shared/identity/operations-log.ts';
import { admin, adminData, leaves } from '../support/call/admin.ts';
import { signIn } from '../support/make/builders.ts';
import { table } from '../support/make/table.ts';

const { accountId: account, userId: user } = await adminData(
  'setup',
  '--account',
  'My Shop',
  '--user',
  'Ada',
  '--email',
  'ada@shop.example',
  '--project',
  'my-shop',
  '--generate-password',
);

/** One good call of each changing command that works on a table, and what its entry is about. */
const calls: Readonly<Record<string, readonly [words: readonly string[], target: object]>> = {
  'account create': [['Second'], { accountId: expect.stringMatching(/^[0-9a-f]{32}$/), name: 'Second' }],
  'account rename': [['Second', 'Other'], { accountId: expect.any(String), name: 'Other' }],
  'account disable': [['My Shop', '--yes'], { accountId: account, consentRegisterEnabled: false }],
  'account enable': [['My Shop'], { accountId: account, consentRegisterEnabled: true }],
  'user create': [
    ['Bo', 'bo@shop.example', '--account', account, '--generate-password'],
    { accountId: account, userId: user + 1, role: 'editor' },
  ],
  'user rename': [['bo@shop.example', 'Bob'], { userId: user + 1 }],
  'user disable': [['bo@shop.example', '--yes'], { accountId: account, userId: user + 1 }],
  'user enable': [['bo@shop.example'], { accountId: account, userId: user + 1 }],
  'user role': [['bo@shop.example', 'reader'], { accountId: account, userId: user + 1, role: 'reader' }],
  'user password': [['bo@shop.example', '--generate-password', '--yes'], { accountId: account, userId: user + 1 }],
  'user allow-address': [['bo@shop.example', '203.0.113.7'], { accountId: account, userId: user + 1 }],
  'user key create': [['ada@shop.example'], { accountId: account, userId: user, keyId: expect.any(String) }],
  'user end-session': [['ada@shop.example', '--all', '--yes'], { accountId: account, userId: user }],
  'links end': [
    ['--before', '2026-03-01', '--account', account, '--yes'],
    { accountId: account, linksEndBefore: '2026-03-01' },
  ],
  'project create': [['blog', 'Blog', '--account', account], { accountId: account, projectUid: 'blog', name: 'Blog' }],
  'project rename': [
    ['blog', 'Our blog', '--account', account],
    { accountId: account, projectUid: 'blog', name: 'Our blog' },
  ],
};

/** Has a test of its own: a first account there is only once, a key for machines has an id that nobody knows, signing keys need a secret, an export a folder, events a bus, the log what it lacks, what is erased does not come back, and a request is refused that somebody made. */
const elsewhere = [
  'setup',
  'user key end',
  'key rotate',
  'key retire',
  'notice publish',
  'notice retire',
  'evidence add-key',
  'consent export',
  'consent import',
  'consent purge',
  'person erase',
  'erasure refuse',
  'events resend',
  'log repair',
];

test('every changing command is held to write its entry', () => {
  const changing = leaves.filter(({ isChanging }) => isChanging).map(({ name }) => name);

  expect([...Object.keys(calls), ...elsewhere].sort()).toEqual(changing.sort());
});

test('setup writes one entry', async () => {
  expect(await listLogEntries(table, 10)).toEqual([
    expect.objectContaining({
      command: 'setup',
      by: `local:${userInfo().username}`,
      target: { accountId: account, name: 'My Shop', userId: user, projectUid: 'my-shop' },
    }),
  ]);
});

test.each(Object.entries(calls))('%s', async (name, [words, target]) => {
  await signIn(user);
  const before = await listLogEntries(table, 1_000);
  const started = new Date().toISOString();

  const { exitCode, stderr } = await admin(...name.split(' '), ...words, '--reason', `why: ${name}`);

  expect(exitCode, stderr).toBe(0);
  const [entry, ...earlier] = await listLogEntries(table, 1_000);
  expect(earlier).toEqual(before);
  expect(entry).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{32}$/),
    at: expect.any(String),
    by: `local:${userInfo().username}`,
    command: name,
    target,
    reason: `why: ${name}`,
  });
  expect(entry?.at && entry.at >= started).toBe(true);
});

test.each([
  [['account', 'enable', 'My Shop']],
  [['user', 'enable', 'bo@shop.example']],
  [['user', 'role', 'bo@shop.example', 'reader']],
])('what changes nothing leaves no entry: %j', async (words) => {
  const before = await listLogEntries(table, 1_000);

  expect(await admin(...words)).toMatchObject({ exitCode: 0 });

  expect(await listLogEntries(table, 1_000)).toEqual(before);
});

test('operations list shows the latest first, as many as asked for', async () => {
  const entries = await listLogEntries(table, 1_000);

  expect(await adminData('operations', 'list', '--limit', '3')).toEqual(
    entries.slice(0, 3).map(({ at, ...entry }) => ({ ...entry, time: at })),
  );
  const { stdout } = await admin('operations', 'list', '--limit', '2');
  const [header = '', ...lines] = stdout.trimEnd().split('\n');
  expect(header).toMatch(/^at +by +command +target +reason$/);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('project rename');
  expect(lines[0]).toContain('projectUid=blog');
});
