import * as v from 'valibot';
import { expect, test } from 'vitest';
import { limits } from '../../../../shared/api/limits.ts';
import { RequestedErasure, RequestedErasures } from '../../../../shared/consents/erasure/request-schemas.ts';
import { beginErasureRequest } from '../../../../shared/consents/erasure/requests.ts';
import { changeRole, endAllSessions } from '../../../../shared/identity/user.ts';
import { keyOf } from '../../../../shared/store/keys.ts';
import { getItem } from '../../../../shared/store/read.ts';
import { askErasure, damageRequest, newColleague, today } from '../../../shared/consents/erasure/erasure-requests.ts';
import type { Sending } from '../../../support/call/invoke.ts';
import { invoke } from '../../../support/call/invoke.ts';
import { recordCalls } from '../../../support/call/requests.ts';
import { addConsent, findRecord, newTenant, spendUnits } from '../../../support/make/builders.ts';
import { changeAt, erase } from '../../../support/make/changes.ts';
import { table } from '../../../support/make/table.ts';

const listAll = async ({ token }: { readonly token: string }) =>
  v.parse(RequestedErasures, (await invoke('listErasureRequests', {}, { token })).body).data;

test('a request names consents, says why and by when, and erases nothing', async () => {
  const tenant = await newTenant();
  const ids = [(await addConsent(tenant)).consentId, (await addConsent(tenant)).consentId];
  const before = await findRecord(tenant, String(ids[0]));

  const { status, body } = await askErasure(tenant, { ids, receivedOn: '2026-01-31', reference: 'DSR-2026/114' });

  expect({ status, body: v.parse(RequestedErasure, body) }).toMatchObject({
    status: 200,
    body: {
      state: 'open',
      consentIds: ids,
      extent: 'evidence',
      reason: 'consent-revoked',
      reference: 'DSR-2026/114',
      receivedOn: '2026-01-31',
      dueOn: '2026-02-28',
      userId: tenant.userId,
      endTime: null,
    },
  });
  expect(await findRecord(tenant, String(ids[0]))).toEqual(before);
  expect(await listAll(tenant)).toEqual([body]);
});

test('what is stored of a request are ids and words of the register, nothing of the person', async () => {
  const tenant = await newTenant();
  const { consentId } = await addConsent(tenant, { userData: { email: 'ada@example.com', first_name: 'Ada' } });
  const { id } = (await askErasure(tenant, { ids: consentId })).body;

  const {
    PK: _partition,
    SK: _key,
    ...stored
  } = (await getItem(table, keyOf.erasureRequest(tenant.accountId, id))) ?? {};

  expect(stored).toEqual({
    id,
    consentIds: [consentId],
    extent: 'evidence',
    reason: 'consent-revoked',
    receivedOn: today(),
    requestTime: expect.any(String),
    userId: tenant.userId,
    state: 'open',
  });
});

test.each(['Ada Lovelace', 'ada@example.com', '#1', 'ünë', 'x'.repeat(65)])(
  'a reference that may be about the person is refused: %s',
  async (reference) => {
    const tenant = await newTenant();

    expect(await askErasure(tenant, { reference })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'reference' }] },
    });
  },
);

test('a day to come, or before the right existed, is refused', async () => {
  const tenant = await newTenant();
  const later = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);

  for (const receivedOn of [later, '0206-11-20', '2018-05-24']) {
    expect(await askErasure(tenant, { receivedOn })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'receivedOn', code: 'out-of-range' }] },
    });
  }
});

test('consents of another account are as if they did not exist', async () => {
  const [own, other] = [await newTenant(), await newTenant()];
  const { consentId } = await addConsent(own);
  const foreign = (await addConsent(other)).consentId;

  const told = await askErasure(own, { ids: [consentId, foreign] });
  const unknown = await askErasure(own, { ids: [consentId, 'f'.repeat(32)] });

  expect(told).toMatchObject({ status: 404, body: { code: 'consent.not-found', errors: [{ field: 'ids[1]' }] } });
  expect({ ...told.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
  expect(await listAll(own)).toEqual([]);
});

test('of an erased consent only the evidence can still be asked away', async () => {
  const tenant = await newTenant();
  const { consentId } = await addConsent(tenant);
  await erase(tenant.accountId, [consentId]);

  expect(await askErasure(tenant, { ids: consentId })).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'ids', code: 'conflict' }] },
  });
  expect(await askErasure(tenant, { ids: consentId, extent: 'everything' })).toMatchObject({ status: 200 });
});

test('a reader asks; every user of the account sees it, and only who asked withdraws it, once', async () => {
  const tenant = await newTenant();
  const reader = await newColleague(tenant, 'reader');
  const { consentId } = await addConsent(tenant);
  const { id } = (await askErasure({ ...tenant, ...reader }, { ids: consentId })).body;

  const withdraw = (token: string) => invoke('requestErasure', { withdraw: id }, { token });

  expect(await listAll(tenant)).toMatchObject([{ id, userId: reader.userId }]);
  expect(await withdraw(tenant.token)).toMatchObject({ status: 409, body: { code: 'erasure-request.fixed' } });
  const first = await withdraw(reader.token);
  expect(first).toMatchObject({ status: 200, body: { id, state: 'withdrawn', endTime: expect.any(String) } });
  expect((await withdraw(reader.token)).body).toEqual(first.body);
  expect(await beginErasureRequest(table, tenant.accountId, id)).toBe(false);
});

test('of a withdrawal and an operator who begins, one wins', async () => {
  const tenant = await newTenant();
  const { id } = (await askErasure(tenant)).body;

  const [withdrawn, isBegun] = await Promise.all([
    invoke('requestErasure', { withdraw: id }, { token: tenant.token }),
    beginErasureRequest(table, tenant.accountId, id),
  ]);

  expect([withdrawn.status, isBegun]).toEqual(isBegun ? [409, true] : [200, false]);
});

test('two officers may ask for the same consents at once: both requests stand', async () => {
  const tenant = await newTenant();
  const other = await newColleague(tenant);
  const { consentId } = await addConsent(tenant);

  const answers = await Promise.all(
    [tenant, { ...tenant, ...other }].map((officer) => askErasure(officer, { ids: consentId })),
  );

  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await listAll(tenant)).toHaveLength(2);
});

test('with an Idempotency-Key a request is made once, and counts once', async () => {
  const tenant = await newTenant();
  const { consentId } = await addConsent(tenant);
  const ask = (parameters = {}) =>
    askErasure(tenant, { ids: consentId, ...parameters }, { headers: { 'idempotency-key': 'once' } });

  const [first, again] = [await ask(), await ask()];

  expect(again.body).toEqual(first.body);
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(await ask({ extent: 'everything' })).toMatchObject({ status: 409, body: { code: 'idempotency-key.reused' } });
  expect(await listAll(tenant)).toHaveLength(1);
});

test('a flood of one user ends at the limit of the day, and keeps nobody else from asking', async () => {
  const tenant = await newTenant();
  const { consentId } = await addConsent(tenant);
  const ask = () => askErasure(tenant, { ids: consentId });
  for (let i = 0; i < limits.erasureRequestsPerDay - 1; i += 1) await ask();

  const atOnce = await Promise.all([ask(), ask(), ask()]);

  expect(atOnce.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  await ask();
  const refused = await ask();
  expect(refused).toMatchObject({ status: 429, body: { code: 'erasure-request.throttled' } });
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(86_400);
  expect((await invoke('listErasureRequests', { perPage: 50 }, tenant)).body.data).toHaveLength(
    limits.erasureRequestsPerDay,
  );
  expect(await askErasure({ ...tenant, ...(await newColleague(tenant)) }, { ids: consentId })).toMatchObject({
    status: 200,
  });
});

test('more consents than a request may name are refused', async () => {
  const tenant = await newTenant();
  const ids = Array.from({ length: limits.erasureRequestConsents + 1 }, (_, i) => i.toString(16).padStart(32, '0'));

  expect(await askErasure(tenant, { ids })).toMatchObject({ status: 422, body: { errors: [{ field: 'ids' }] } });
});

test('no consent is read before the caller is known, and none once the account has used too much', async () => {
  const tenant = await newTenant();
  const { consentId } = await addConsent(tenant);
  const calls = async (sending: Sending = {}) => {
    const { result, calls: made } = await recordCalls(() => askErasure(tenant, { ids: [consentId] }, sending));
    return [result.status, made];
  };
  const colleague = await newColleague(tenant);
  await invoke('details', {}, colleague);
  await changeRole(table, { id: colleague.userId, accountId: tenant.accountId }, 'sender', changeAt());
  const leaver = await newColleague(tenant);
  await endAllSessions(table, leaver.userId, changeAt());
  await spendUnits(tenant, 'searches');

  expect(await calls(colleague)).toEqual([403, ['BatchGetItem']]);
  expect(await calls(leaver)).toEqual([401, ['BatchGetItem']]);
  expect(await calls()).toEqual([429, ['BatchGetItem']]);
});

test('a list goes on after each page, newest first', async () => {
  const tenant = await newTenant();
  const { consentId } = await addConsent(tenant);
  for (let i = 0; i < 3; i += 1) await askErasure(tenant, { ids: consentId });
  const all = await listAll(tenant);
  const page = async (after?: string | null) => {
    const parameters = { perPage: 2, ...(after && { after }) };
    return v.parse(RequestedErasures, (await invoke('listErasureRequests', parameters, { token: tenant.token })).body);
  };

  const first = await page();
  const second = await page(first.next);

  expect([...first.data, ...second.data]).toEqual(all);
  expect([first.next, second.next]).toEqual([all[1]?.id, null]);
});

test.each(['evidence', 'everything'] as const)(
  'a request whose answer was lost gets it again after its consents were erased: %s',
  async (extent) => {
    const tenant = await newTenant();
    const { consentId } = await addConsent(tenant);
    const headers = { 'idempotency-key': 'lost' };
    const ask = (parameters = {}) => askErasure(tenant, { ids: consentId, ...parameters }, { headers });
    const first = await ask();
    await erase(tenant.accountId, [consentId], { extent });

    const again = await ask();

    expect({ status: again.status, body: again.body }).toEqual({ status: 200, body: first.body });
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(await ask({ reason: 'objected' })).toMatchObject({ status: extent === 'evidence' ? 422 : 404 });
  },
);

test.each([{ state: 'lost' }, { receivedOn: '2026-02-30' }, { requestTime: 'yesterday' }, { consentIds: 'all' }])(
  'a damaged request is named by its id, and hides no other: %j',
  async (damage) => {
    const tenant = await newTenant();
    const { consentId } = await addConsent(tenant);
    const ids: string[] = [];
    for (let i = 0; i < 3; i += 1) ids.unshift((await askErasure(tenant, { ids: consentId })).body.id);
    const [newest, middle, oldest] = ids;
    await damageRequest(tenant, String(middle), damage);

    const list = async (parameters = {}) =>
      v.parse(RequestedErasures, (await invoke('listErasureRequests', parameters, { token: tenant.token })).body);

    expect(await list()).toMatchObject({ data: [{ id: newest }, { id: oldest }], damaged: [middle], next: null });
    expect(await list({ perPage: 2 })).toMatchObject({ data: [{ id: newest }], damaged: [middle], next: middle });
  },
);
