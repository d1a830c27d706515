import { readFile, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { exitCodes } from '../../../cli/errors.ts';
import { readNoticeFolder } from '../../../cli/notices/folder.ts';
import { compare, publish } from '../../../cli/notices/publish.ts';
import { forReader } from '../../../cli/output/format.ts';
import { beginChange, listLogEntries } from '../../../shared/identity/operations-log.ts';
import type { NoticeHead } from '../../../shared/notices/notice.ts';
import { contentHash, findNotice } from '../../../shared/notices/notice.ts';
import { measureContent, publishNotice, versionTerms } from '../../../shared/notices/publishing.ts';
import { newIdentifier } from '../../../shared/runtime/identifier.ts';
import { formatTime } from '../../../shared/runtime/time.ts';
import { compress } from '../../../shared/store/item.ts';
import { keyOf, logKeyOf } from '../../../shared/store/keys.ts';
import { getItem, queryItems } from '../../../shared/store/read.ts';
import type { Item, Key } from '../../../shared/store/table.ts';
import { admin, adminData, ended, runAdmin } from '../../support/call/admin.ts';
import { noticeContent } from '../../support/make/builders.ts';
import { changeAt } from '../../support/make/changes.ts';
import { privacyFiles, writeNoticeFolder } from '../../support/make/notices.ts';
import { editItem, putItem, readAll } from '../../support/make/stored.ts';
import { logTable, table } from '../../support/make/table.ts';

let serial = 0;

const newAccount = async (): Promise<string> => {
  serial += 1;
  return (await adminData('account', 'create', `Account ${serial}`)).id;
};

const changed = { ...privacyFiles, 'eng.html': '<p>We process your data for ten years.</p>\n' };

test('the first publication makes a notice, the next ones its versions, an unchanged one nothing', async () => {
  const account = await newAccount();
  const folder = await writeNoticeFolder();

  const [first] = await adminData('notice', 'publish', folder, '--account', account);
  expect(first).toMatchObject({ name: 'privacy', outcome: 'published', version: 1, pid: expect.any(Number) });
  const before = await readAll();
  expect(await adminData('notice', 'publish', folder, '--account', account)).toEqual([
    { ...first, outcome: 'unchanged', diff: '' },
  ]);
  expect(await readAll()).toEqual(before);

  const [second] = await adminData('notice', 'publish', await writeNoticeFolder(changed), '--account', account);
  expect(second).toMatchObject({ outcome: 'published', version: 2, pid: first.pid });
  expect(second.id).not.toBe(first.id);
  expect(second.diff).toContain('\n-  <p>We process your data.</p>\n+  <p>We process your data for ten years.</p>\n');

  const [back] = await adminData('notice', 'publish', folder, '--account', account);
  expect(back).toMatchObject({ outcome: 'published', version: 3, contentHash: first.contentHash });
});

test('its entry in the operations log is written with it', async () => {
  const account = await newAccount();
  const folder = await writeNoticeFolder();
  const before = await listLogEntries(table, 1_000);

  const { exitCode } = await admin('notice', 'publish', folder, '--account', account, '--reason', 'first version');

  expect(exitCode).toBe(0);
  const [entry, ...earlier] = await listLogEntries(table, 1_000);
  expect(earlier).toEqual(before);
  expect(entry).toMatchObject({
    command: 'notice publish',
    reason: 'first version',
    target: {
      accountId: account,
      notice: 'privacy',
      version: 1,
      contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  });
});

test('a folder has the same content hash in every account', async () => {
  const folder = await writeNoticeFolder();
  const [one, other] = [await newAccount(), await newAccount()];

  const [first] = await adminData('notice', 'publish', folder, '--account', one);
  const [second] = await adminData('notice', 'publish', folder, '--account', other);

  expect(second.contentHash).toBe(first.contentHash);
  expect(second.pid).not.toBe(first.pid);
});

const termsOf = (terms: object) => ({
  ...privacyFiles,
  'notice.json': { name: 'privacy', title: { eng: 'Privacy notice', ita: 'Informativa' }, ...terms },
});

test('what a version says beside its texts is published with it, and shown', async () => {
  const account = await newAccount();
  const at = ['--account', account];
  const terms = {
    askAgain: true,
    retentionDays: 730,
    controller: { name: 'Demo Shop', contact: 'Data protection officer' },
    purposes: [{ name: 'Orders', type: 'ServiceProvision' }],
    recipients: [{ name: 'Parcel Service' }],
  };
  const [first] = await adminData('notice', 'publish', await writeNoticeFolder(), ...at);
  const folder = await writeNoticeFolder(termsOf(terms));
  const [second] = await adminData('notice', 'publish', folder, ...at);

  expect(second).toMatchObject({ outcome: 'published', version: 2, asksAgain: true });
  expect(second.contentHash).not.toBe(first.contentHash);
  expect((await adminData('notice', 'show', 'privacy', ...at)).content).toMatchObject(terms);
  const lines = [
    'askAgain: true',
    'retentionDays: 730',
    'controller: Demo Shop',
    'controller contact: Data protection officer',
    'purpose 1: Orders',
    'purpose 1 type: ServiceProvision',
    'recipient 1: Parcel Service',
  ];
  expect((await admin('notice', 'show', 'privacy', ...at)).stdout).toContain(`\n${lines.join('\n')}\ntitle ita`);
  const { stdout } = await admin('notice', 'diff', 'privacy', '1', '2', ...at);
  expect(stdout).toContain(`\n+${lines.join('\n+')}\n`);
  expect(await adminData('notice', 'publish', folder, ...at)).toMatchObject([
    { outcome: 'unchanged', version: 2, asksAgain: false },
  ]);
});

test('before a version is published, what becomes of earlier consents is said', async () => {
  const account = await newAccount();
  const notesOf = async (terms: object, ...words: readonly string[]) => {
    const folder = await writeNoticeFolder(termsOf(terms));
    const { stderr } = await admin('notice', 'publish', folder, '--account', account, ...words);
    return stderr.split('\n').filter((line) => line.startsWith('privacy: '));
  };
  const asks = (version: number) =>
    forReader(
      `privacy: version ${version} asks again: it supersedes earlier consents, and \`consent due\` lists whom to ask.`,
    );

  expect(await notesOf({ askAgain: true })).toEqual([]);
  expect(await notesOf({ askAgain: true })).toEqual([]);
  expect(await notesOf({ validityDays: 1 })).toEqual([
    'privacy: version 2 asks nobody again; earlier consents stay as they are.',
  ]);
  expect(await notesOf({ askAgain: true }, '--check')).toEqual([asks(3)]);
  expect(await notesOf({ askAgain: true })).toEqual([asks(3)]);
  expect(await notesOf({ askAgain: true, validityDays: 2 })).toEqual([
    asks(4),
    'privacy: version 3 already asks again. If this is only a small correction, remove askAgain from notice.json first.',
  ]);
});

test('--check publishes nothing and tells by the exit code whether something would be published', async () => {
  const account = await newAccount();
  const folder = await writeNoticeFolder();
  const empty = await readAll();

  const outcome = await admin('notice', 'publish', folder, '--check', '--account', account);
  expect(outcome.exitCode).toBe(exitCodes.finding);
  expect(outcome.stdout).toContain('+title eng: Privacy notice\n+text eng:\n+  <p>We process your data.</p>');
  expect(outcome.stdout).toContain('privacy: would be published as version 1\n');
  expect(outcome.stderr).toContain('consent-register: Would be published: privacy.\n');
  expect(await readAll()).toEqual(empty);

  await adminData('notice', 'publish', folder, '--account', account);
  const published = await readAll();
  expect(await admin('notice', 'publish', folder, '--check', '--account', account)).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/^privacy: version 1 says the same, PID \d+\n$/),
  });
  const stale = await admin('notice', 'publish', await writeNoticeFolder(changed), '--check', '--account', account);
  expect(stale).toMatchObject({ exitCode: exitCodes.finding });
  expect(stale.stdout).toContain('privacy: would be published as version 2\n');
  expect(await readAll()).toEqual(published);
});

test('several folders are published in one go, or none where one is wrong', async () => {
  const account = await newAccount();
  const good = await writeNoticeFolder();
  const named = (name: string) => ({ ...privacyFiles, 'notice.json': { name, title: { eng: 'O', ita: 'A' } } });
  const bad = await writeNoticeFolder({ ...named('bad'), 'eng.html': '<script>alert(1)</script>b' });
  const other = await writeNoticeFolder(named('other'));
  const before = await readAll();

  expect(await admin('notice', 'publish', good, bad, '--account', account)).toMatchObject({
    exitCode: exitCodes.usage,
    stdout: '',
    stderr: expect.stringContaining(`${join(bad, 'eng.html')}:1: <script>: the element script is not allowed; `),
  });
  expect(await admin('notice', 'publish', good, good, '--account', account)).toMatchObject({
    exitCode: exitCodes.usage,
    stderr: expect.stringContaining('consent-register: Several folders have the notice name "privacy".'),
  });
  expect(await readAll()).toEqual(before);

  expect(await adminData('notice', 'publish', good, other, '--account', account)).toMatchObject([
    { name: 'privacy', version: 1 },
    { name: 'other', version: 1 },
  ]);
});

test('a text that was published before its markup was refused stays as it is, and has no next version', async () => {
  const account = await newAccount();
  const files = {
    'notice.json': { name: 'privacy', title: { eng: 'Privacy notice' } },
    'eng.html': '<p class="intro">We process your data.</p>',
  };
  const folder = await writeNoticeFolder(files);
  const { name, content } = await readNoticeFolder(folder);
  await publishNotice(table, { log: logTable, accountId: account, name, content, current: undefined }, changeAt());
  const before = await readAll();

  expect(await admin('notice', 'publish', folder, '--account', account)).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/^privacy: version 1 says the same, PID \d+\n$/),
  });
  expect(await admin('notice', 'publish', folder, '--check', '--account', account)).toMatchObject({ exitCode: 0 });
  const shown = await admin('notice', 'show', 'privacy', '--account', account);
  expect(shown.stdout).toContain('<p class="intro">We process your data.</p>');

  const changedFolder = await writeNoticeFolder({ ...files, 'eng.html': '<p class="intro">We process them.</p>' });
  for (const check of [[], ['--check']]) {
    expect(await admin('notice', 'publish', changedFolder, ...check, '--account', account)).toMatchObject({
      exitCode: exitCodes.usage,
      stdout: '',
      stderr: expect.stringContaining(
        `${join(changedFolder, 'eng.html')}:1: <p class="intro">: the attribute class is not allowed;`,
      ),
    });
  }
  expect(await admin('notice', 'preview', changedFolder)).toMatchObject({ exitCode: exitCodes.usage, stdout: '' });
  expect(await readAll()).toEqual(before);
});

test('of publications at the same time one wins, and nobody publishes over what they have not seen', async () => {
  const accountId = await newAccount();
  const content = (validityDays: number) => noticeContent({ validityDays });
  const publishAll = (current: NoticeHead | undefined) =>
    Promise.all(
      [1, 2, 3].map((days) =>
        publishNotice(
          table,
          { log: logTable, accountId, name: 'privacy', content: content(days), current },
          changeAt(),
        ),
      ),
    );

  const first = (await publishAll(undefined)).filter((head) => head !== undefined);
  expect(first).toMatchObject([{ version: 1 }]);
  const second = (await publishAll(first[0])).filter((head) => head !== undefined);
  expect(second).toMatchObject([{ version: 2, pid: first[0]?.pid }]);

  expect((await publishAll(first[0])).filter((head) => head !== undefined)).toEqual([]);
  const [one, two, ...more] = await adminData('notice', 'history', 'privacy', '--account', accountId);
  expect(more).toEqual([]);
  expect(one.currentUntil).toBe(two.publishedAt);
  expect(two).not.toHaveProperty('currentUntil');
});

test('a folder that was compared with an earlier version is refused', async () => {
  const accountId = await newAccount();
  const path = await writeNoticeFolder();
  const folder = await readNoticeFolder(path);
  const compared = await compare(table, accountId, { path, folder });
  await adminData('notice', 'publish', await writeNoticeFolder(changed), '--account', accountId);
  const before = await readAll();

  await expect(publish({ table, log: logTable }, accountId, compared, changeAt())).rejects.toThrow(
    'privacy: another version was published in the meantime, or the notice was retired. Check it, then run this again.',
  );

  expect(await readAll()).toEqual(before);
});

const readItem = async (key: Key) => ({ ...key, ...(await getItem(table, key)) });

test.each<[string, (hash: string, versions: readonly (Item & Key)[], head: Item & Key) => readonly (Item & Key)[]]>([
  ['with the hash of the new folder', (contentHash, _, head) => [{ ...head, contentHash }]],
  [
    'and a version with the hash of the new folder',
    (contentHash, versions, head) => [{ ...head, contentHash }, ...versions.map((each) => ({ ...each, contentHash }))],
  ],
])('a head %s keeps nobody from publishing it unseen', async (_case, change) => {
  const accountId = await newAccount();
  const at = ['--account', accountId];
  const [{ pid, id }] = await adminData('notice', 'publish', await writeNoticeFolder(), ...at);
  const next = await writeNoticeFolder(changed);
  const { content } = await readNoticeFolder(next);
  const [head, version] = [
    await readItem(keyOf.notice(accountId, pid)),
    await readItem(keyOf.noticeVersion(accountId, id)),
  ];
  const [text, planted] = [await readItem(keyOf.noticeText(accountId, id)), { content: compress(content) }];
  for (const item of change(contentHash(content), [version], head)) await putItem(table, item);

  for (const more of [[], [{ ...text, ...planted }]]) {
    for (const item of more) await putItem(table, item);
    const { exitCode, stdout, stderr } = await admin('notice', 'publish', next, ...at, '--reason', 'new');
    expect([exitCode, stdout]).toEqual([exitCodes.finding, '']);
    expect(stderr).toContain(
      `privacy: the head of notice ${pid}, its versions, the text of the last one and the journal`,
    );
  }
  for (const item of [head, version, text]) await putItem(table, item);
  expect(await adminData('notice', 'publish', next, ...at)).toMatchObject([{ outcome: 'published', pid, version: 2 }]);
});

test('a head that names an earlier version keeps nobody from publishing that again', async () => {
  const accountId = await newAccount();
  const at = ['--account', accountId];
  const first = await writeNoticeFolder();
  const [{ pid, id }] = await adminData('notice', 'publish', first, ...at);
  const key = keyOf.notice(accountId, pid);
  const head = { ...key, ...(await getItem(table, key)) };
  const [{ id: second }] = await adminData('notice', 'publish', await writeNoticeFolder(changed), ...at);
  const hidden = keyOf.noticeVersion(accountId, second);
  const version = { ...hidden, ...(await getItem(table, hidden)) };
  await putItem(table, head);
  await putItem(table, { ...version, pid: 999_999 });
  await editItem(table, keyOf.noticeVersion(accountId, id), 'REMOVE currentUntil');

  const { exitCode } = await admin('notice', 'publish', first, ...at, '--reason', 'back');

  expect(exitCode).toBe(exitCodes.finding);
});

/** Puts a version after the first one past the register: with the content of the folder, and whatever else its item says. */
const plantVersion = async (accountId: string, pid: number, folder: string, item: object): Promise<readonly Item[]> => {
  const { content } = await readNoticeFolder(folder);
  const first = await readItem(
    keyOf.noticeVersion(accountId, (await findNotice(table, accountId, pid))?.versionId ?? ''),
  );
  const head = await readItem(keyOf.notice(accountId, pid));
  const now = new Date();
  const id = newIdentifier(now);
  const measures = measureContent(content);
  const planted = {
    ...first,
    ...keyOf.noticeVersion(accountId, id),
    ...versionTerms(content),
    ...{ id, pid, version: 2, ...measures, publishedAt: now.toISOString(), salt: Buffer.alloc(16) },
    ...item,
  };
  await putItem(table, { ...keyOf.noticeText(accountId, id), content: compress(content) });
  await putItem(table, planted);
  await putItem(table, { ...first, currentUntil: now.toISOString() });
  await putItem(table, { ...head, version: 2, versionId: id, ...measures });
  return [first, head];
};

test.each<[string, object]>([
  ['asks nobody again', { askAgain: undefined }],
  ['has other days', { validityDays: 9 }],
  ['has another period', { retentionDays: 9 }],
  ['has other languages', { languages: ['eng'] }],
  ['is dated ahead', { publishedAt: '2999-01-01T00:00:00.000Z' }],
  ['has no time', { publishedAt: 'now' }],
])('a version with the content of the new folder that %s is not the same', async (_case, item) => {
  const accountId = await newAccount();
  const at = ['--account', accountId];
  const [{ pid }] = await adminData('notice', 'publish', await writeNoticeFolder(), ...at);
  const next = await writeNoticeFolder(termsOf({ askAgain: true }));
  await plantVersion(accountId, pid, next, item);

  const { exitCode, stdout, stderr } = await admin('notice', 'publish', next, ...at, '--reason', 'ask again');

  expect([exitCode, stdout]).toEqual([exitCodes.finding, '']);
  expect(stderr).toContain('say different things: somebody has changed the table.');
});

test('that a version says the same is entered in the journal, so that nobody takes it out again', async () => {
  const accountId = await newAccount();
  const at = ['--account', accountId];
  const [{ pid }] = await adminData('notice', 'publish', await writeNoticeFolder(), ...at);
  const next = await writeNoticeFolder(termsOf({ askAgain: true }));
  const before = await plantVersion(accountId, pid, next, {});
  const journal = () => queryItems(logTable, logKeyOf.journalOfNotice(accountId, pid, ''));
  expect(await journal()).toHaveLength(1);

  expect(await admin('notice', 'publish', next, '--check', ...at)).toMatchObject({
    exitCode: exitCodes.finding,
    stderr: expect.stringContaining('Would be entered in the journal of the log: privacy.'),
  });
  expect(await journal()).toHaveLength(1);
  expect(await adminData('notice', 'publish', next, ...at)).toMatchObject([{ outcome: 'unchanged', version: 2 }]);
  expect(await journal()).toHaveLength(2);
  expect(await admin('notice', 'publish', next, '--check', ...at)).toMatchObject({ exitCode: 0 });

  for (const item of before) await putItem(table, item);
  expect(await admin('notice', 'publish', next, ...at)).toMatchObject({ exitCode: exitCodes.finding, stdout: '' });
});

test('a second head of the name keeps nobody from publishing unseen', async () => {
  const accountId = await newAccount();
  const at = ['--account', accountId];
  const [{ pid, id }] = await adminData('notice', 'publish', await writeNoticeFolder(), ...at);
  const next = await writeNoticeFolder(changed);
  const { content } = await readNoticeFolder(next);
  const [head, version, name] = [
    await readItem(keyOf.notice(accountId, pid)),
    await readItem(keyOf.noticeVersion(accountId, id)),
    await readItem(keyOf.noticeName(accountId, 'privacy')),
  ];
  const other = { pid: 900_001, id: newIdentifier(new Date()), ...measureContent(content) };
  await putItem(table, { ...keyOf.noticeText(accountId, other.id), content: compress(content) });
  await putItem(table, { ...version, ...keyOf.noticeVersion(accountId, other.id), ...versionTerms(content), ...other });
  await putItem(table, { ...head, ...keyOf.notice(accountId, other.pid), ...other, versionId: other.id });
  await putItem(table, { ...name, pid: other.pid });

  const { exitCode, stdout, stderr } = await admin('notice', 'publish', next, ...at, '--reason', 'new');

  expect([exitCode, stdout]).toEqual([exitCodes.finding, '']);
  expect(stderr).toContain(`privacy: the heads of notices ${pid} and 900001 have this name`);
});

test('list, history, show and diff tell what is published', async () => {
  const account = await newAccount();
  const at = ['--account', account];
  const [first] = await adminData('notice', 'publish', await writeNoticeFolder(), ...at);
  const [second] = await adminData('notice', 'publish', await writeNoticeFolder(changed), ...at);
  const { pid } = first;

  expect(await adminData('notice', 'list', ...at)).toEqual([
    { id: second.id, pid, name: 'privacy', version: 2, contentHash: second.contentHash },
  ]);
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/);
  const facts = { publishedAt: time, publishedBy: `local:${userInfo().username}`, languages: ['ita', 'eng'] };
  const history = await adminData('notice', 'history', 'privacy', ...at);
  expect(history).toEqual([
    {
      ...facts,
      id: first.id,
      version: 1,
      currentUntil: history[1].publishedAt,
      contentHash: first.contentHash,
    },
    { ...facts, id: second.id, version: 2, contentHash: second.contentHash },
  ]);
  const [header, row] = (await admin('notice', 'history', 'privacy', ...at)).stdout.split('\n');
  expect(header).toMatch(
    /^version +published +current until +retired +published by +languages +version id +content hash$/,
  );
  const [from, until] = history.map(({ publishedAt }: { publishedAt: string }) => formatTime(new Date(publishedAt)));
  expect(row).toMatch(new RegExp(`${from}  ${until} +${facts.publishedBy}`));
  expect(await adminData('notice', 'show', String(pid), '1', ...at)).toMatchObject({
    name: 'privacy',
    version: 1,
    pid,
    ...history[0],
    content: {
      title: { ita: 'Informativa', eng: 'Privacy notice' },
      descriptionHtml: { ita: '<p>Trattiamo i <strong>tuoi</strong> dati.</p>', eng: '<p>We process your data.</p>' },
    },
  });
  const { stdout: shown } = await admin('notice', 'show', 'privacy', ...at);
  expect(shown).toContain('title eng: Privacy notice\ntext eng:\n  <p>We process your data for ten years.</p>');
  expect(shown).toMatch(new RegExp(`^published by +${facts.publishedBy}$`, 'm'));
  expect(shown).toMatch(/^current until$/m);
  const { stdout } = await admin('notice', 'diff', 'privacy', '1', '2', ...at);
  expect(stdout).toMatch(/^--- privacy version 1\n\+\+\+ privacy version 2\n@@ /);
  expect((await admin('notice', 'diff', 'privacy', '2', '2', ...at)).stdout).toBe(
    'The versions have the same content.\n',
  );
});

test('a version is found by its id, and a notice by that of any of its versions', async () => {
  const account = await newAccount();
  const at = ['--account', account];
  const [first] = await adminData('notice', 'publish', await writeNoticeFolder(), ...at);
  const [second] = await adminData('notice', 'publish', await writeNoticeFolder(changed), ...at);
  await newAccount();
  const show = (...words: readonly string[]) => adminData('notice', 'show', ...words);

  const shown = await show('privacy', '1', ...at);
  expect(shown).toMatchObject({ version: 1, id: first.id });
  for (const words of [
    [first.id],
    [first.id, ...at],
    ['privacy', first.id, ...at],
    ['privacy', '--version', '1', ...at],
    ['--version', '1', 'privacy', ...at],
    ['privacy', '--version=1', ...at],
    [first.id, '1', '--version', first.id],
  ]) {
    expect(await show(...words), words.join(' ')).toEqual(shown);
  }
  expect(await show(second.id)).toEqual(await show('privacy', ...at));
  expect(await adminData('notice', 'history', first.id)).toEqual(
    await adminData('notice', 'history', 'privacy', ...at),
  );
  expect(await adminData('notice', 'diff', 'privacy', first.id, second.id, ...at)).toEqual(
    await adminData('notice', 'diff', 'privacy', '1', '2', ...at),
  );
});

test.each([
  [['privacy', '1', '--version', '2'], 'usage', 'Give only one version.'],
  [
    ['privacy', '--version', '3'],
    'notFound',
    'The notice has no version 3. It has 2: `notice history privacy` lists them.',
  ],
  [['f'.repeat(32)], 'notFound', `The account has no notice "${'f'.repeat(32)}". \`notice list\` shows all.`],
] as const)('%j shows nothing', async (words, kind, message) => {
  const account = await newAccount();
  const at = ['--account', account];
  await adminData('notice', 'publish', await writeNoticeFolder(), ...at);
  await adminData('notice', 'publish', await writeNoticeFolder(changed), ...at);

  expect(await admin('notice', 'show', ...words, ...at)).toEqual(ended(kind, message, `table ${table.name} in local`));
});

test('a version that is in no account is not looked for by name', async () => {
  await newAccount();
  await newAccount();
  const id = 'f'.repeat(32);

  expect(await admin('notice', 'show', id)).toEqual(
    ended(
      'notFound',
      `No notice has a version ${id}. \`notice history\` lists the versions of a notice.`,
      `table ${table.name} in local`,
    ),
  );
});

test('who published a version is shown by name, and whole to scripts', async () => {
  const accountId = await newAccount();
  const by = 'arn:aws:sts::123456789012:assumed-role/Operator/grace';
  const path = await writeNoticeFolder();
  const comparison = await compare(table, accountId, { path, folder: await readNoticeFolder(path) });
  await publish(
    { table, log: logTable },
    accountId,
    comparison,
    beginChange({ by, command: 'notice publish' }, new Date()),
  );
  const words = ['notice', 'history', 'privacy', '--account', accountId];

  expect(await adminData(...words)).toMatchObject([{ publishedBy: by }]);
  expect((await admin(...words)).stdout).toMatch(/ {2}grace {2}/);
});

test('a preview is a page with the text of each language', async () => {
  const folder = await writeNoticeFolder();
  const file = join(folder, '..', 'page.html');

  expect(await runAdmin('notice', 'preview', folder, '--output', file)).toEqual({
    exitCode: 0,
    stdout: `${file}\n`,
    stderr: '',
  });
  const page = await readFile(file, 'utf8');
  expect(page).toContain('<section id="ita" lang="it">');
  expect(page).toContain('<p>Trattiamo i <strong>tuoi</strong> dati.</p>');

  const { file: own } = await adminData('notice', 'preview', folder);
  expect(own.startsWith(tmpdir())).toBe(true);
  expect(await readFile(own, 'utf8')).toBe(page);
  await rm(dirname(own), { recursive: true });

  const account = await newAccount();
  await adminData('notice', 'publish', folder, '--account', account);
  const published = join(folder, '..', 'published.html');
  await adminData('notice', 'show', 'privacy', '1', '--html', published, '--account', account);
  expect(await readFile(published, 'utf8')).toBe(page.replaceAll('>privacy<', '>privacy, version 1<'));
});
