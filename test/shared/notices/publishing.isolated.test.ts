import { afterEach, expect, test } from 'vitest';
import { listNoticeVersions } from '../../../shared/notices/notice.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { changeAt } from '../../support/make/changes.ts';
import { deleteItem, putItem } from '../../support/make/stored.ts';
import { countRetired, newTenant, noticeContent, proxy, publishNotice, setUse, table } from './retired-notice.ts';

afterEach(() => {
  proxy.intercept = undefined;
});

test('a version that is published while its notice is retired is retired too, and none follows', async () => {
  const { accountId, pid, notices } = await newTenant();
  const [first] = notices;
  if (first === undefined) throw new Error('There is no notice.');
  const publication = { log: undefined, accountId, name: first.name, content: noticeContent({ validityDays: 7 }) };
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

test('no second notice gets the name of one whose item of the name somebody deleted', async () => {
  const { accountId, pid, notices } = await newTenant();
  const name = notices[0]?.name ?? '';
  const key = keyOf.noticeName(accountId, name);
  const publication = {
    log: undefined,
    accountId,
    name,
    content: noticeContent({ askAgain: true }),
    current: undefined,
  };
  await deleteItem(table, key);

  await expect(publishNotice(table, publication, changeAt())).rejects.toThrow(
    `The account has notice ${pid} of this name, and its item ${key.SK} is gone.`,
  );
  await putItem(table, { ...key, name, pid });
  expect(await publishNotice(table, publication, changeAt())).toBeUndefined();
});

test('nothing is published into the notice to which somebody pointed the name of another one', async () => {
  const { accountId, notices } = await newTenant({ notices: 2 });
  const [one, two] = notices;
  const publication = {
    log: undefined,
    accountId,
    name: one?.name ?? '',
    content: noticeContent({ validityDays: 7 }),
    current: two,
  };

  await expect(publishNotice(table, publication, changeAt())).rejects.toThrow('is that of another one');
});
