import { expect, test } from 'vitest';
import { readLineage } from '../../../shared/notices/lineage.ts';
import { parseNoticeVersion } from '../../../shared/notices/notice.ts';
import { parseNoticeText } from '../../../shared/notices/text.ts';
import { compress } from '../../../shared/store/compression.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { isNew, write } from '../../../shared/store/write.ts';
import { newTenant } from '../../support/builders.ts';
import { table } from '../../support/table.ts';

const id = '0199f1d2a3447b7d8e21c0ffee12ab34';

/** As version 0.1 writes them. What is stored stays, so this is never given what a later version adds. */
const versionOf = (accountId: string) => ({
  ...keyOf.noticeVersion(accountId, id),
  id,
  pid: 1,
  version: 1,
  contentHash: 'c0ffee'.padEnd(64, '0'),
  textBytes: 120,
  languages: ['eng'],
  publishedAt: '2026-11-21T09:30:00.000Z',
  publishedBy: 'local:grace',
});
const content = {
  validityDays: 365,
  notification: false,
  title: { eng: 'Newsletter' },
  descriptionHtml: { eng: '<p>I want to receive it.</p>' },
};
const textOf = (accountId: string) => ({ ...keyOf.noticeText(accountId, id), content: compress(content) });

test('a version and a text of version 0.1 are read', () => {
  expect(parseNoticeVersion(versionOf('a'))).toMatchObject({ id, version: 1, languages: ['eng'] });
  expect(parseNoticeText(textOf('a'))).toStrictEqual(content);
});

test('how long consents to a version of version 0.1 hold is read from its text', async () => {
  const { accountId } = await newTenant({ notices: 0 });
  for (const put of [versionOf(accountId), textOf(accountId)]) await write(table, { put, ...isNew });

  expect((await readLineage(table, accountId)).get(id)).toMatchObject({ validityDays: 365, askedAgainBy: undefined });
});
