import * as v from 'valibot';
import { expect, test } from 'vitest';
import { limits } from '../../../../shared/api/limits.ts';
import { createProject, putProject } from '../../../../shared/identity/project.ts';
import { ListedProjects } from '../../../../shared/identity/project-answer.ts';
import { listedProjects } from '../../../../shared/identity/project-request.ts';
import { transact } from '../../../../shared/store/write.ts';
import type { Parameters } from '../../../support/call/event.ts';
import { invoke } from '../../../support/call/invoke.ts';
import { recordRounds } from '../../../support/call/requests.ts';
import { newTenant } from '../../../support/make/builders.ts';
import { changeAt } from '../../../support/make/changes.ts';
import { table } from '../../../support/make/table.ts';

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
    next: null,
    accountName: expect.stringMatching(/^Account \d+$/),
  });
  expect(rounds.map((round) => round.toSorted())).toEqual([['BatchGetItem', 'Query']]);
});

test('goes on behind the last project that was listed, and each is listed once', async () => {
  const { accountId, projectUid, token } = await newTenant();
  const uids = Array.from({ length: listedProjects + 2 }, (_, i) => `site-${i}`);
  const writes = uids.map((uid) => putProject({ accountId, uid, name: 'A site' }, new Date()));
  for (let i = 0; i < writes.length; i += limits.transactionItems) {
    await transact(table, writes.slice(i, i + limits.transactionItems));
  }
  const list = async (parameters: Parameters = {}) => {
    const { body } = await invoke('listProjects', parameters, { token });
    return v.parse(ListedProjects, body);
  };

  const first = await list();
  const last = await list({ after: first.next ?? '' });

  expect(first.data).toHaveLength(listedProjects);
  expect(last).toMatchObject({ data: [{}, {}, {}], next: null });
  expect([...first.data, ...last.data].map(({ uid }) => uid)).toEqual([projectUid, ...uids.toSorted()]);
  expect(await list({ after: 'site-99a' })).toMatchObject({ data: [], next: null });
  expect((await list({ after: 'a-uid-that-nobody-has' })).data[0]?.uid).toBe(projectUid);
  expect(await list({ perPage: 1 })).toMatchObject({ data: [{ uid: projectUid }], next: projectUid });
  expect(await invoke('listProjects', { perPage: listedProjects + 1 }, { token })).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'perPage', code: 'out-of-range' }] },
  });
});

test('the longest projects fit an answer', () => {
  const worst = (characters: number) => '\u0001'.repeat(characters);
  const longest = { uid: worst(limits.keyCharacters), id: 'f'.repeat(32), name: worst(limits.nameCharacters) };
  const body = JSON.stringify({
    data: Array(listedProjects).fill(longest),
    next: longest.uid,
    accountName: longest.name,
  });

  expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(limits.resultBytes);
});
