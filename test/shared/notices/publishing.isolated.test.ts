import { afterEach, expect, test } from 'vitest';
import { listNoticeVersions } from '../../../shared/notices/notice.ts';
import { changeAt } from '../../support/make/changes.ts';
import { countRetired, newTenant, noticeContent, proxy, publishNotice, setUse, table } from './retired-notice.ts';

afterEach(() => {
  proxy.intercept = undefined;
});

test('a version that is published while its notice is retired is retired too, and none follows', async () => {
  const { accountId, pid, notices } = await newTenant();
  const [first] = notices;
  if (first === undefined) throw new Error('There is no notice.');
  const publication = { accountId, name: first.name, content: noticeContent({ validityDays: 7 }) };
  let isPublishing = false;
  proxy.intercept = async (call) => {
    if (call.name === 'TransactWriteItems' && !isPublishing) {
      isPublishing = true;
      expect(await publishNotice(table, { ...publication, current: first }, changeAt())).toMatchObject({ version: 2 });
    }
    return call.forward();
  };

  const { head } = await setUse(table, { accountId, pid, use: 'retired' }, changeAt());

  expect(isPublishing).toBe(true);
  expect(head).toMatchObject({ version: 2, retiredAt: expect.any(String) });
  expect(await countRetired(accountId)).toBe(2);
  expect(await publishNotice(table, { ...publication, current: head }, changeAt())).toBeUndefined();
  expect(await listNoticeVersions(table, accountId)).toHaveLength(2);
});
