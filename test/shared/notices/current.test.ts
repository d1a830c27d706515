import { expect, test } from 'vitest';
import { newRoster } from '../../../shared/identity/account.ts';
import { noticeHeadKeys, readNotices } from '../../../shared/notices/current.ts';
import { batchGet } from '../../../shared/store/read.ts';
import { recordCalls } from '../../support/call/requests.ts';
import { newTenant, noticeContent } from '../../support/make/builders.ts';
import { createNotice } from '../../support/make/notices.ts';
import { table } from '../../support/make/table.ts';

test('heads that are read already take one more round trip for all texts, then none', async () => {
  const { accountId } = await newTenant();
  const contents = Array.from({ length: 30 }, (_, i) => noticeContent({ validityDays: i }));
  const pids: number[] = [];
  for (const content of contents) pids.unshift((await createNotice(table, accountId, content, new Date())).pid);
  const heads = await batchGet(table, noticeHeadKeys(accountId, pids), { consistent: true });

  const account = { id: accountId, roster: newRoster() };

  const first = await recordCalls(() => readNotices(table, account, pids, heads));
  const again = await recordCalls(() => readNotices(table, account, pids, heads));

  expect(first.calls).toEqual(['BatchGetItem']);
  expect(first.result.map(({ pid }) => pid)).toEqual(pids);
  expect(first.result.map(({ content }) => content)).toEqual(contents.reverse());
  expect(again).toEqual({ calls: [], result: first.result });
});
