import { expect, test } from 'vitest';
import { newIdentifier } from '../../../../shared/runtime/identifier.ts';
import { keyOf } from '../../../../shared/store/keys.ts';
import { queryItems } from '../../../../shared/store/read.ts';
import type { Key } from '../../../../shared/store/table.ts';
import { admin } from '../../../support/call/admin.ts';
import { invoke } from '../../../support/call/invoke.ts';
import { addConsent, newTenant } from '../../../support/make/builders.ts';
import { writeNoticeFolder } from '../../../support/make/notices.ts';
import { deleteItem, editItem, putItem } from '../../../support/make/stored.ts';
import { table } from '../../../support/make/table.ts';

/** A tenant whose account somebody copied, and then made to say that it is the copy. */
const copyAccount = async () => {
  const tenant = await newTenant();
  const own = keyOf.account(tenant.accountId);
  const copy = newIdentifier(new Date());
  for (const item of await queryItems(table, { PK: own.PK, SK: '' })) {
    const { PK } = keyOf.account(copy);
    await putItem(table, { ...item, PK, ...(item.SK === own.SK && { id: copy }) });
  }
  const pretend = () => editItem(table, own, 'SET id = :id', { ':id': copy });
  const stopPretending = () => editItem(table, own, 'SET id = :id', { ':id': tenant.accountId });
  const listVersions = (account: string) => queryItems(table, keyOf.noticeVersion(account, ''));
  return { tenant, copy, pretend, stopPretending, listVersions };
};

test('no version is published into a copy of the account that is named', async () => {
  const { tenant, copy, pretend, stopPretending, listVersions } = await copyAccount();
  const folder = await writeNoticeFolder({
    'notice.json': { name: tenant.notices[0]?.name, askAgain: true, title: { eng: 'Privacy notice' } },
    'eng.html': '<p>We process your data for ten years.</p>\n',
  });
  await pretend();
  const published = await admin('notice', 'publish', folder, '--account', tenant.accountId);
  await stopPretending();

  expect(published).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('names another: somebody changed it'),
  });
  expect(await listVersions(copy)).toHaveLength(1);
});

test('no consent is erased in a copy of the account that is named', async () => {
  const { tenant, pretend, stopPretending } = await copyAccount();
  await addConsent(tenant, { userData: { email: 'eve@example.com' } });
  await pretend();
  const erased = await admin('person', 'erase', 'email=eve@example.com', '--account', tenant.accountId, '--yes');
  await stopPretending();

  expect(erased).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('names another: somebody changed it') });
});

test('no call goes on with a copy of the account that its token names', async () => {
  const { tenant, copy, pretend, stopPretending } = await copyAccount();
  const user = keyOf.user(tenant.userId);
  await pretend();
  await editItem(table, user, 'SET accountId = :id', { ':id': copy });
  const search = await invoke('searchConsents', { userData: { email: 'eve@example.com' } }, tenant);
  const links = await invoke('makeLinks', { people: [{ email: 'eve@example.com' }] }, tenant);
  await stopPretending();
  await editItem(table, user, 'SET accountId = :id', { ':id': tenant.accountId });

  expect([search.status, links.status]).toEqual([500, 500]);
});

test('a list of accounts with an entry that names another account is refused', async () => {
  const { tenant, copy } = await copyAccount();
  const entry: Key = keyOf.accountEntry(tenant.accountId);
  await editItem(table, entry, 'SET id = :id', { ':id': copy });
  const listed = await admin('account', 'list');
  await editItem(table, entry, 'SET id = :id', { ':id': tenant.accountId });
  await deleteItem(table, keyOf.account(copy));

  expect(listed).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('names another: somebody changed it') });
});
