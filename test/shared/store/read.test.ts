import { expect, test } from 'vitest';
import { keyOf } from '../../../shared/store/keys.ts';
import { readTogether } from '../../../shared/store/read.ts';
import { recordCalls } from '../../support/call/requests.ts';
import { newTenant } from '../../support/make/builders.ts';
import { table } from '../../support/make/table.ts';

test('items come by the names of their keys, of each group its own, in one round trip', async () => {
  const { accountId, projectUid, pid } = await newTenant();
  const [account, project] = [keyOf.account(accountId), keyOf.project(accountId, projectUid)];
  const [notice, unknown] = [keyOf.notice(accountId, pid), keyOf.notice(accountId, pid + 1)];

  const { calls, result } = await recordCalls(() =>
    readTogether(
      table,
      { account, unknown, none: undefined },
      { account: project, notices: [unknown, notice, keyOf.account(accountId)], nothing: [] },
    ),
  );

  expect(calls).toEqual(['BatchGetItem']);
  expect(result).toEqual([
    { account: expect.objectContaining(account), unknown: undefined, none: undefined },
    {
      account: expect.objectContaining(project),
      notices: [undefined, expect.objectContaining(notice), expect.objectContaining(account)],
      nothing: [],
    },
  ]);
});
