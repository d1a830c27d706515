import * as v from 'valibot';
import { expect, test } from 'vitest';
import { Overview } from '../../../../shared/log/overview-schemas.ts';
import { startMailService } from '../../../support/faults/mail-service.ts';
import { startStoreProxy } from '../../../support/faults/store-proxy.ts';

const proxy = await startStoreProxy();
const mail = await startMailService();
const { adminData } = await import('../../../support/call/admin.ts');
const { pressConfirm } = await import('../../../support/call/confirmations.ts');
const { invoke } = await import('../../../support/call/invoke.ts');
const { consentOf, newKey, newTenant } = await import('../../../support/make/builders.ts');
const { passTime, setTime } = await import('../../../support/make/clock.ts');
const { openOwnLog } = await import('../../../support/make/register-log.ts');
const { table } = await import('../../../support/make/table.ts');
const { keyOf } = await import('../../../../shared/store/keys.ts');
const { getItem } = await import('../../../../shared/store/read.ts');

await openOwnLog();

type Tenant = Awaited<ReturnType<typeof newTenant>>;

const [minute, day] = [60_000, 86_400_000];

/** A tenant with a key that outlives a week, at noon. */
const begin = async (notices = 1): Promise<Tenant> => {
  [proxy.intercept, mail.mode] = [undefined, 'sound'];
  setTime('2026-11-20T12:00:00.000Z');
  const tenant = await newTenant({ notices });
  return { ...tenant, ...(await newKey(tenant)) };
};

let serial = 0;
/** A mailbox that no test before had. */
const newMailbox = (): string => {
  serial += 1;
  return `ada${serial}@mail.example`;
};

const request = async (tenant: Tenant, email: string, pid = tenant.pid): Promise<number> => {
  const parameters = consentOf(tenant, { userData: { email }, consentInformationPid: pid });
  return (await invoke('requestConfirmation', parameters, { token: tenant.token })).status;
};

/** Asks for a confirmation ten minutes after the last one. @returns the link of its mail */
const ask = async (tenant: Tenant, email = newMailbox(), pid = tenant.pid): Promise<string> => {
  passTime(10 * minute);
  expect(await request(tenant, email, pid)).toBe(200);
  return mail.links()[0] ?? '';
};

const count = async ({ token }: Tenant, parameters = {}) =>
  v.parse(Overview, (await invoke('getOverview', parameters, { token })).body).unconfirmedRequests;

const erase = ({ accountId }: Tenant, email: string) =>
  adminData('person', 'erase', `email=${email}`, '--account', accountId, '--everything', '--yes');

test('a request counts for its account alone, until its button is pressed, however often', async () => {
  const [tenant, other] = [await begin(), await begin()];
  const link = await ask(tenant);
  await ask(tenant);

  expect([await count(tenant), await count(tenant, { projectUid: 'nowhere' }), await count(other)]).toEqual([2, 2, 0]);
  const pressed = await Promise.all(Array.from({ length: 5 }, () => pressConfirm(link)));
  expect(pressed.map(({ heading }) => heading)).toEqual(Array.from({ length: 5 }, () => 'Confirmed'));
  await pressConfirm(link);

  expect([await count(tenant), await count(other)]).toEqual([1, 0]);
});

test('a request that replaces others counts once, also after one that was replaced before or confirmed', async () => {
  const tenant = await begin(2);
  const email = newMailbox();
  await ask(tenant);
  for (let i = 0; i < 3; i += 1) {
    await ask(tenant, email);
    expect(await count(tenant)).toBe(2);
  }
  const link = await ask(tenant, email);
  await pressConfirm(link);
  expect(await count(tenant)).toBe(1);
  await ask(tenant, email);

  expect(await count(tenant)).toBe(2);
  expect(await pressConfirm(link)).toMatchObject({ status: 200, heading: 'Confirmed' });
});

test('a request that is pressed while its mail is replaced ends once', async () => {
  const tenant = await begin();
  const email = newMailbox();
  await ask(tenant);
  const link = await ask(tenant, email);
  let writes = 0;
  proxy.intercept = async (call) => {
    if (call.name === 'TransactWriteItems') writes += 1;
    if (call.name === 'TransactWriteItems' && writes === 2)
      expect(await pressConfirm(link)).toMatchObject({ heading: 'Confirmed' });
    return call.forward();
  };
  await ask(tenant, email);
  proxy.intercept = undefined;

  expect(await count(tenant)).toBe(2);
});

test('a mail that was refused does not count, one that may have been sent does', async () => {
  const tenant = await begin();
  mail.mode = 'refusing';
  expect([await request(tenant, newMailbox()), await count(tenant)]).toEqual([503, 0]);
  mail.mode = 'failing';
  expect(await request(tenant, newMailbox())).toBe(503);

  expect(await count(tenant)).toBe(1);
});

test('an erasure ends the requests of its address that are open, and leaves the others', async () => {
  const tenant = await begin(2);
  const email = newMailbox();
  await ask(tenant);
  await pressConfirm(await ask(tenant, email));
  passTime(day);
  await ask(tenant, email, tenant.notices[1]?.pid);
  passTime(minute);
  expect(await count(tenant)).toBe(2);

  expect(await erase(tenant, email)).toMatchObject({ unconfirmed: 1, erased: 1 });

  expect(await count(tenant)).toBe(1);
  expect(await adminData('operations', 'list', '--limit', '5')).toEqual(
    expect.arrayContaining([expect.objectContaining({ target: { accountId: tenant.accountId, voidedRequests: 1 } })]),
  );
});

test('a mail that is refused after an erasure of its address ends its request once, and does not count for its mailbox', async () => {
  const tenant = await begin();
  const email = newMailbox();
  await ask(tenant);
  mail.mode = 'refusing';
  let writes = 0;
  proxy.intercept = async (call) => {
    if (call.name === 'TransactWriteItems') writes += 1;
    if (call.name === 'TransactWriteItems' && writes === 2) await erase(tenant, email);
    return call.forward();
  };
  expect(await request(tenant, email)).toBe(503);
  [proxy.intercept, mail.mode] = [undefined, 'sound'];

  expect(await count(tenant)).toBe(1);
  expect([await request(tenant, email), await count(tenant)]).toEqual([200, 2]);
});

test('a request counts until the day is over on which its link ends', async () => {
  const tenant = await begin();
  const end = '2026-11-28T00:00:00.000Z';
  const link = await ask(tenant);
  const pressed = await ask(tenant);
  await ask(tenant);
  setTime('2026-11-27T12:00:00.000Z');
  await pressConfirm(pressed);
  setTime('2026-11-27T23:59:59.999Z');
  expect(await pressConfirm(link)).toMatchObject({ status: 410, heading: 'This link has expired' });
  expect(await count(tenant)).toBe(2);
  expect(await getItem(table, keyOf.mailsOfAccount(tenant.accountId, '2026-11-20'))).toMatchObject({
    mails: 3,
    ended: 1,
    expiresAt: Date.parse(end) / 1_000,
  });
  setTime(end);

  expect(await count(tenant)).toBe(0);
});
