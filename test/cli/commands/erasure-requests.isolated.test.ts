import { expect, test } from 'vitest';
import { askErasure, damageRequest } from '../../shared/consents/erasure/erasure-requests.ts';
import { admin, adminData } from '../../support/call/admin.ts';
import { newTenant } from '../../support/make/builders.ts';

test('requests to erase are listed with their state and deadline, of each account the newest first', async () => {
  const [one, other] = [await newTenant(), await newTenant()];
  const ask = async (tenant: typeof one, reference: string): Promise<string> =>
    (await askErasure(tenant, { reference })).body.id;
  const [first, second, third] = [await ask(one, 'R-1'), await ask(one, 'R-2'), await ask(other, 'R-3')];
  await adminData('erasure', 'refuse', first, '--reason', 'a legal claim');
  await damageRequest(other, third, { state: 'lost' });

  expect(await adminData('erasure', 'requests')).toEqual([
    expect.objectContaining({ accountId: one.accountId, id: second, state: 'open', reference: 'R-2' }),
    expect.objectContaining({ accountId: one.accountId, id: first, state: 'refused', refusal: 'a legal claim' }),
    { accountId: other.accountId, id: third, state: 'damaged' },
  ]);
  const { stdout } = await admin('erasure', 'requests', '--account', one.accountId, '--csv');
  expect(stdout.split('\n')[0]).toContain('account,request,state,dueOn,');
  expect(stdout).toContain(`${second},open,`);
  expect(stdout).not.toContain(third);
});

test('where nobody asks for an erasure, it says so, and the list of erasures leads there', async () => {
  const { accountId } = await newTenant();

  expect((await admin('erasure', 'requests', '--account', accountId)).stderr).toContain(
    'There is no request to erase consents.',
  );
  expect((await admin('erasure', 'list', '--account', accountId)).stderr).toContain(
    'Nobody was erased. `erasure requests` lists what is asked for.',
  );
});
