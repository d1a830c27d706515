import { beforeEach, expect, test } from 'vitest';
import { exitCodes } from '../../../cli/errors.ts';
import { findAccount } from '../../../shared/identity/account.ts';
import { listLogEntries } from '../../../shared/identity/operations-log.ts';
import { isEnded } from '../../../shared/links/link.ts';
import { admin, adminData } from '../../support/call/admin.ts';
import { newTenant } from '../../support/make/builders.ts';
import { setTime } from '../../support/make/clock.ts';
import { table } from '../../support/make/table.ts';

beforeEach(() => {
  setTime('2026-11-20T12:00:00Z');
});

const end = (before: string, accountId: string, ...more: readonly string[]) =>
  admin('links', 'end', '--before', before, '--account', accountId, ...more);

test('ends the links of an account that were made before a day, and notes why; `account show` has the day', async () => {
  const { accountId } = await newTenant();
  expect(await adminData('account', 'show', accountId)).toMatchObject({ linksEndBefore: null });

  const ended = await adminData(
    ...['links', 'end', '--before', '2026-03-01', '--account', accountId, '--yes', '--reason', 'a list leaked'],
  );

  expect(ended).toMatchObject({ account: accountId, linksEndBefore: '2026-03-01' });
  expect(await adminData('account', 'show', accountId)).toMatchObject({ linksEndBefore: '2026-03-01' });
  const account = await findAccount(table, accountId);
  expect(['2026-02-28', '2026-03-01'].map((day) => isEnded({ day }, account ?? {}))).toEqual([true, false]);
  const entries = await listLogEntries(table, 10, { isWanted: ({ command }) => command === 'links end' });
  expect(entries).toMatchObject([{ target: { accountId, linksEndBefore: '2026-03-01' }, reason: 'a list leaked' }]);
});

test('an earlier day brings no link back, and writes nothing', async () => {
  const { accountId } = await newTenant();
  await end('2026-03-01', accountId, '--yes');
  const entries = await listLogEntries(table, 100);

  for (const before of ['2026-03-01', '2026-02-01'])
    expect(await end(before, accountId)).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('void already. Nothing was changed.'),
    });

  expect(await findAccount(table, accountId)).toMatchObject({ linksEndBefore: '2026-03-01' });
  expect(await listLogEntries(table, 100)).toEqual(entries);
});

test('asks first, and says what is lost', async () => {
  const { accountId } = await newTenant();

  const asked = await end('2026-03-01', accountId);

  expect(asked).toMatchObject({ exitCode: exitCodes.usage, stdout: '' });
  expect(asked.stderr).toMatch(/made before 2026-03-01, or unsubscribe by one\. Nothing brings these links back\./);
  expect((await findAccount(table, accountId))?.linksEndBefore).toBeUndefined();
});

test.each([
  ['2026-11-22', 'may be tomorrow, 2026-11-21, at the latest'],
  ['2026-02-30', 'It must be a day in UTC'],
  ['March', 'It must be a day in UTC'],
])('refuses %s', async (before, sentence) => {
  const { accountId } = await newTenant();

  expect(await end(before, accountId, '--yes')).toMatchObject({
    exitCode: exitCodes.usage,
    stderr: expect.stringContaining(sentence),
  });
});

test('tomorrow ends all that there are, and asks first, saying that none can be made until then', async () => {
  const { accountId } = await newTenant();

  expect((await end('2026-11-21', accountId)).stderr).toContain('Until then it can make none.');
  expect((await end('2026-11-20', accountId)).stderr).not.toContain('Until then');
  expect(await end('2026-11-21', accountId, '--yes')).toMatchObject({ exitCode: 0 });
  expect(await findAccount(table, accountId)).toMatchObject({ linksEndBefore: '2026-11-21' });
});
