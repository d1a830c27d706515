import * as v from 'valibot';
import { expect, test } from 'vitest';
import { NoticeVersion } from '../../../../shared/notices/version-answer.ts';
import { invoke } from '../../../support/call/invoke.ts';
import { recordRounds } from '../../../support/call/requests.ts';
import { newTenant } from '../../../support/make/builders.ts';
import { createNotice, publishVersion } from '../../../support/make/notices.ts';
import { table } from '../../../support/make/table.ts';

const terms = {
  retentionDays: 90,
  controller: { name: 'Shop', email: 'privacy@shop.example' },
  purposes: [{ name: 'News', type: 'Marketing' }],
  personalData: [{ name: 'Email', optional: true }],
  withdrawal: { name: 'The link in each letter', url: 'https://shop.example/off' },
};
const content = {
  validityDays: 30,
  notification: true,
  title: { eng: 'News' },
  descriptionHtml: { eng: '<p>News.</p>' },
  ...terms,
};

test('gives what any version says, with its terms and when it was current', async () => {
  const tenant = await newTenant();
  const first = await createNotice(table, tenant.accountId, content, new Date('2026-01-01T10:00:00Z'));
  const next = { ...content, title: { eng: 'More news' }, askAgain: true };
  const second = await publishVersion(table, tenant.accountId, first.pid, next, new Date('2026-02-01T10:00:00Z'));
  const { pid, name } = first;
  await invoke('details', {}, tenant);

  const { result: earlier, rounds } = await recordRounds(() =>
    invoke('getNoticeVersion', { id: first.versionId }, tenant),
  );
  const current = await invoke('getNoticeVersion', { id: second.versionId }, tenant);

  expect(v.parse(NoticeVersion, earlier.body)).toEqual({
    id: first.versionId,
    pid,
    version: 1,
    name,
    ...content,
    askAgain: false,
    contentHash: first.contentHash,
    publishedAt: '2026-01-01T10:00:00.000Z',
    currentUntil: '2026-02-01T10:00:00.000Z',
    publishedBy: expect.any(String),
  });
  expect(v.parse(NoticeVersion, current.body)).toMatchObject({
    version: 2,
    title: next.title,
    askAgain: true,
    currentUntil: null,
  });
  expect(rounds).toEqual([['BatchGetItem'], ['BatchGetItem']]);
});

test('a version of nobody and one of another account are 404 alike', async () => {
  const [own, other] = [await newTenant(), await newTenant()];
  const read = async (id: string | undefined) => {
    const { status, body } = await invoke('getNoticeVersion', { id: id ?? '' }, own);
    return { status, body: { ...body, requestId: '' } };
  };

  const foreign = await read(other.notices[0]?.versionId);
  expect(foreign).toMatchObject({ status: 404, body: { code: 'notice.not-found' } });
  expect(await read('f'.repeat(32))).toEqual(foreign);
});
