import { expect, test } from 'vitest';
import { limits } from '../../../../shared/api/limits.ts';
import { bytesInResult } from '../../../../shared/http/http-answer.ts';
import { setUse } from '../../../../shared/notices/publishing.ts';
import { newIdentifier } from '../../../../shared/runtime/identifier.ts';
import { languages } from '../../../../shared/schema/vocabulary.ts';
import { keyOf } from '../../../../shared/store/keys.ts';
import { invoke } from '../../../support/call/invoke.ts';
import { recordRounds } from '../../../support/call/requests.ts';
import { newTenant } from '../../../support/make/builders.ts';
import { changeAt } from '../../../support/make/changes.ts';
import { createNotice, publishVersion } from '../../../support/make/notices.ts';
import { writeItems } from '../../../support/make/stock.ts';
import { table } from '../../../support/make/table.ts';
import { list } from './listed-notices.ts';

const content = (text: string, terms: { readonly askAgain?: boolean } = {}) => ({
  validityDays: 30,
  notification: false,
  title: { eng: text },
  descriptionHtml: { eng: `<p>${text}</p>` },
  ...terms,
});

test('lists notices by PID with all versions, the oldest first, and the title of the current one', async () => {
  const tenant = await newTenant({ notices: 0 });
  const { accountId } = tenant;
  const first = await createNotice(table, accountId, content('One'), new Date('2026-01-01T10:00:00Z'));
  const other = await createNotice(table, accountId, content('Other'), new Date('2026-01-02T10:00:00Z'));
  const again = content('Two', { askAgain: true });
  const second = await publishVersion(table, accountId, first.pid, again, new Date('2026-02-01T10:00:00Z'));
  await setUse(table, { accountId, pid: other.pid, use: 'retired' }, changeAt(new Date('2026-03-01T10:00:00Z')));
  const common = { publishedBy: expect.any(String), languages: ['eng'], validityDays: 30 };

  expect(await list(tenant)).toEqual([
    {
      pid: first.pid,
      name: first.name,
      title: { eng: 'Two' },
      retiredAt: null,
      versions: [
        {
          id: first.versionId,
          version: 1,
          contentHash: first.contentHash,
          askAgain: false,
          ...common,
          publishedAt: '2026-01-01T10:00:00.000Z',
          currentUntil: '2026-02-01T10:00:00.000Z',
        },
        {
          id: second.versionId,
          version: 2,
          contentHash: second.contentHash,
          askAgain: true,
          ...common,
          publishedAt: '2026-02-01T10:00:00.000Z',
          currentUntil: null,
        },
      ],
    },
    expect.objectContaining({ pid: other.pid, title: { eng: 'Other' }, retiredAt: '2026-03-01T10:00:00.000Z' }),
  ]);
  expect(await list(tenant, { pid: other.pid })).toMatchObject([{ pid: other.pid, versions: [{ version: 1 }] }]);
});

test('a notice of nobody and one of another account are 404 alike; an account without notices has an empty list', async () => {
  const [own, other] = [await newTenant({ notices: 0 }), await newTenant()];

  for (const pid of [other.pid, 999_999]) {
    const { status, body } = await invoke('listNotices', { pid }, own);
    expect([status, body.code, body.errors]).toMatchObject([404, 'notice.not-found', [{ field: 'pid' }]]);
  }
  expect(await list(own)).toEqual([]);
});

test('reads heads and versions when the caller is known, and texts once', async () => {
  const tenant = await newTenant({ notices: 3 });
  await list(await newTenant());

  const first = await recordRounds(() => list(tenant));
  const later = await recordRounds(() => list(tenant));
  const named = await recordRounds(() => list(tenant, { pid: tenant.pid }));

  expect(first.rounds.map((round) => round.toSorted())).toEqual([
    ['BatchGetItem'],
    ['Query', 'Query'],
    ['BatchGetItem'],
  ]);
  expect(later.rounds).toHaveLength(2);
  expect(named.rounds).toEqual([['BatchGetItem'], ['Query']]);
});

test('leaves titles out from where texts are too many to be read, and reads no more', async () => {
  const tenant = await newTenant({ notices: 0 });
  const long = { ...content('Long'), descriptionHtml: { eng: `<p>${'x'.repeat(700_000)}</p>` } };
  for (let i = 0; i < 3; i += 1) await createNotice(table, tenant.accountId, long, new Date());

  expect((await list(tenant)).map(({ title }) => title)).toEqual([{ eng: 'Long' }, undefined, undefined]);
});

test('lists more versions than one page of the table holds; 10,000 usual ones fit one answer', async () => {
  const tenant = await newTenant();
  const { accountId, pid } = tenant;
  const time = new Date('2026-01-01T10:00:00Z');
  const wide = 'x'.repeat(300_000);
  const usual = `arn:aws:sts::123456789012:assumed-role/${'operators'.repeat(8)}`;
  const versions = [wide, wide, wide, wide, usual].map((publishedBy, i) => {
    const id = newIdentifier(new Date(time.getTime() + i));
    const terms = { contentHash: 'a'.repeat(64), textBytes: 100, languages, validityDays: 365 };
    const publication = { publishedAt: time.toISOString(), publishedBy, currentUntil: time.toISOString() };
    return { ...keyOf.noticeVersion(accountId, id), id, pid, version: i + 2, ...terms, ...publication };
  });
  await writeItems(table, versions);

  const [notice] = await list(tenant);

  expect(notice?.versions.map(({ version }) => version)).toEqual([2, 3, 4, 5, 6, 1]);
  expect(10_000 * bytesInResult(JSON.stringify(notice?.versions[4]))).toBeLessThan(limits.resultBytes);
});
