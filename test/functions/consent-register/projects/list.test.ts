import { expect, test } from 'vitest';
import { createProject } from '../../../../shared/accounts/project.ts';
import { newTenant } from '../../../support/builders.ts';
import { changeAt } from '../../../support/change.ts';
import { invoke } from '../../../support/invoke.ts';
import { recordRounds } from '../../../support/requests.ts';
import { table } from '../../../support/table.ts';

test('lists the projects of the account alone, by UID, in the round trip that says who calls', async () => {
  const [tenant, other] = [await newTenant(), await newTenant()];
  await createProject(table, { accountId: tenant.accountId, uid: 'a-shop', name: 'A shop' }, changeAt());
  await invoke('listProjects', {}, other);

  const { result, rounds } = await recordRounds(() => invoke('listProjects', {}, tenant));

  expect(result.body).toEqual({
    data: [
      { uid: 'a-shop', id: expect.stringMatching(/^[0-9a-f]{32}$/), name: 'A shop' },
      { uid: tenant.projectUid, id: expect.any(String), name: 'A project' },
    ],
  });
  expect(rounds.map((round) => round.toSorted())).toEqual([['BatchGetItem', 'Query']]);
});
