import { expect, test } from 'vitest';
import { compare } from '../../../../cli/notices/publish.ts';
import { keyOf } from '../../../../shared/store/keys.ts';
import { write } from '../../../../shared/store/write.ts';
import { invoke } from '../../../support/call/invoke.ts';
import { recordRounds } from '../../../support/call/requests.ts';
import { newTenant, noticeContent } from '../../../support/make/builders.ts';
import { allTerms, createNotice, publishVersion } from '../../../support/make/notices.ts';
import { table } from '../../../support/make/table.ts';

test('answers with the current version of each notice, keyed by PID', async () => {
  const { token, accountId, pid, notices } = await newTenant({ notices: 2 });
  const [, second] = notices;
  const content = noticeContent({
    validityDays: 365,
    notification: true,
    title: { deu: 'Neu' },
    descriptionHtml: { deu: '<p>Ünïcode & <b>HTML</b></p>' },
  });
  const published = await publishVersion(table, accountId, pid, content, new Date());

  const { status, body } = await invoke('getNotices', { pid: [pid, second?.pid] }, { token });

  expect(status).toBe(200);
  expect(body).toEqual({
    data: {
      [pid]: { id: published?.versionId, pid, version: 2, ...content },
      [String(second?.pid)]: { id: second?.versionId, pid: second?.pid, version: 1, ...noticeContent() },
    },
  });
  expect(Object.keys(body.data[pid] ?? {})).toEqual([
    'id',
    'pid',
    'version',
    'validityDays',
    'notification',
    'title',
    'descriptionHtml',
  ]);
});

test('has nothing of what a version says beside its texts', async () => {
  const { token, accountId, pid } = await newTenant();
  const content = noticeContent({ validityDays: 365 });
  const { versionId } = await publishVersion(table, accountId, pid, { ...content, ...allTerms }, new Date());

  const { body } = await invoke('getNotices', { pid }, { token });

  expect(body).toStrictEqual({ data: { [pid]: { id: versionId, pid, version: 2, ...content } } });
});

test.each([1, 20, 21, 25, 100])('an array of %i PIDs', async (count) => {
  const { token, notices } = await newTenant({ notices: count });
  const pids = notices.map(({ pid }) => pid);

  const { body } = await invoke('getNotices', { pid: pids }, { token });

  expect(Object.keys(body.data).map(Number)).toEqual(pids);
});

test('lists all unknown PIDs', async () => {
  const { token, pid } = await newTenant();

  expect(await invoke('getNotices', { pid: [888_888, pid, 999_999] }, { token })).toMatchObject({
    status: 404,
    body: {
      code: 'notice.not-found',
      detail: `The account has no notice with PID 888888, 999999. In use: ${pid}.`,
      errors: [{ field: 'pid[0]' }, { field: 'pid[2]' }],
    },
  });
  expect(await invoke('getNotices', { pid: 999_999 }, { token })).toMatchObject({
    status: 404,
    body: { errors: [{ field: 'pid' }] },
  });
});

test.each([
  ['nothing', {}, 'pid', 'missing'],
  ['no number', { pid: 'one' }, 'pid', 'malformed'],
  ['a repeated PID', { pid: ['1', '1'] }, 'pid', 'repeated'],
  ['named PIDs', { pid: { a: '1' } }, 'pid', 'malformed'],
  ['more than 100 PIDs', { pid: Array.from({ length: 101 }, (_, i) => i + 1) }, 'pid', 'too-many'],
])('refuses %s', async (_case, parameters, field, code) => {
  const { token } = await newTenant();

  expect(await invoke('getNotices', parameters, { token })).toMatchObject({
    status: 422,
    body: { errors: [{ field, code }] },
  });
});

test('reads heads, then only the texts this container has not seen', async () => {
  const { token, accountId, pid } = await newTenant();
  const read = async () => (await recordRounds(() => invoke('getNotices', { pid }, { token }))).rounds;
  await read();

  expect(await read()).toEqual([['BatchGetItem']]);
  await publishVersion(table, accountId, pid, noticeContent({ validityDays: 1 }), new Date());
  expect(await read()).toEqual([['BatchGetItem'], ['BatchGetItem']]);
  expect(await read()).toEqual([['BatchGetItem']]);
});

test('keeps as much of large notices as a container has room for, and refuses what no answer can hold', async () => {
  const { token, accountId } = await newTenant();
  const content = noticeContent({ descriptionHtml: { eng: 'x'.repeat(1_000_000) } });
  const pids: number[] = [];
  for (let i = 0; i < 22; i += 1) pids.push((await createNotice(table, accountId, content, new Date())).pid);
  const read = (pid: number | number[]) => recordRounds(() => invoke('getNotices', { pid }, { token }));

  expect(await read(pids)).toMatchObject({
    result: { status: 422, body: { errors: [{ field: 'pid', code: 'answer-too-large' }] } },
    rounds: [['BatchGetItem']],
  });
  const [oldest = 0, ...others] = pids;
  for (const pid of pids) expect((await read(pid)).result).toMatchObject({ status: 200 });
  expect((await read(others.slice(-6))).rounds).toEqual([['BatchGetItem']]);
  expect((await read(oldest)).rounds).toEqual([['BatchGetItem'], ['BatchGetItem']]);
});

test('a notice whose text is not there is a fault: not a shorter answer, and not the text of another account', async () => {
  const { token, accountId, pid, notices } = await newTenant({ notices: 2 });
  const pids = notices.map((notice) => notice.pid);
  const other = await newTenant();
  expect((await invoke('getNotices', { pid: other.pid }, { token: other.token })).status).toBe(200);
  for (const missing of ['e'.repeat(32), other.notices[0]?.versionId]) {
    await write(table, {
      update: keyOf.notice(accountId, pid),
      expression: 'SET versionId = :missing',
      condition: 'attribute_exists(PK)',
      values: { ':missing': missing },
    });

    expect(await invoke('getNotices', { pid: pids }, { token })).toMatchObject({
      status: 500,
      body: { code: 'service.fault' },
    });
  }
});

test('content is unchanged whatever the order of its members', async () => {
  const { token, accountId } = await newTenant();
  const { title, descriptionHtml, ...rest } = noticeContent();
  const { name, pid, versionId } = await createNotice(table, accountId, noticeContent(), new Date());
  const content = { descriptionHtml, title: { ita: title.ita ?? '', eng: title.eng ?? '' }, ...rest };

  expect(await compare(table, accountId, { path: name, folder: { name, content, refused: [] } })).toMatchObject({
    isChanged: false,
    current: { versionId, version: 1 },
  });
  expect((await invoke('getNotices', { pid }, { token })).body.data[pid]).toMatchObject({ id: versionId, version: 1 });
});
