import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { timeOf } from '../../../shared/runtime/identifier.ts';
import { lagIndexes } from '../../support/faults/index-lag.ts';
import { startMailService } from '../../support/faults/mail-service.ts';
import { startStoreProxy } from '../../support/faults/store-proxy.ts';

const proxy = await startStoreProxy();
const mail = await startMailService();
const { exitCodes } = await import('../../../cli/errors.ts');
const { admin, adminData } = await import('../../support/call/admin.ts');
const { openMailLink, pressConfirm } = await import('../../support/call/confirmations.ts');
const { invoke } = await import('../../support/call/invoke.ts');
const { addConsent, consentOf, newTenant } = await import('../../support/make/builders.ts');
const { doEarlier } = await import('../../support/make/clock.ts');
const { readAll } = await import('../../support/make/stored.ts');

type Tenant = Awaited<ReturnType<typeof newTenant>>;

const ask = async (tenant: Tenant, email: string, pid = tenant.pid): Promise<string> => {
  const parameters = consentOf(tenant, { userData: { email }, consentInformationPid: pid });
  expect(await invoke('requestConfirmation', parameters, { token: tenant.token })).toMatchObject({ status: 200 });
  return mail.links()[0] ?? '';
};

const erase = ({ accountId }: Tenant, ...more: readonly string[]) => [
  ...['person', 'erase', ...more, '--account', accountId],
];

const consentsOf = async ({ accountId }: Tenant) =>
  (await readAll()).filter(({ PK }) => String(PK).startsWith(`ACCOUNT#${accountId}#CONSENT#`));

test('between the mail and the press: nothing of the request is left, and its link records nothing', async () => {
  const tenant = await newTenant({ notices: 2 });
  const link = await ask(tenant, 'only@mail.example');
  const other = await ask(tenant, 'other@mail.example');
  const sameMailbox = await ask(tenant, 'only+tag@mail.example', tenant.notices[1]?.pid);

  const check = await admin(...erase(tenant, 'email=ONLY@mail.example', '--check'));
  const done = await adminData(...erase(tenant, 'email=ONLY@mail.example', '--yes'));

  expect([check.exitCode, check.stdout]).toEqual([
    exitCodes.finding,
    expect.stringContaining('1 unconfirmed request of this email'),
  ]);
  expect(done).toMatchObject({ unconfirmed: 1, erased: 0 });
  expect(await pressConfirm(link)).toMatchObject({ status: 410, heading: 'This link no longer works' });
  const voided = (await readAll()).filter((item) => item.voided === 'erased');
  expect(voided).toHaveLength(1);
  expect(voided[0]).not.toHaveProperty('contents');
  expect(await adminData('operations', 'list', '--limit', '1')).toMatchObject([
    { command: 'person erase', target: { accountId: tenant.accountId, voidedRequests: 1 } },
  ]);
  for (const each of [other, sameMailbox]) expect(await openMailLink(each)).toMatchObject({ status: 200 });
  expect(await admin(...erase(tenant, 'email=only@mail.example', '--yes'))).toMatchObject({ exitCode: 3 });
});

test('at the moment of a press that has read the request: the press records nothing', async () => {
  const tenant = await newTenant();
  await doEarlier(() => addConsent(tenant, { userData: { email: 'race@mail.example' } }));
  const link = await ask(tenant, 'race@mail.example');
  let isErased = false;
  proxy.intercept = async (call) => {
    if (call.name === 'TransactWriteItems' && !isErased) {
      isErased = true;
      await adminData(...erase(tenant, 'email=race@mail.example', '--everything', '--yes'));
    }
    return call.forward();
  };

  const pressed = await pressConfirm(link);
  proxy.intercept = undefined;

  expect(pressed).toMatchObject({ status: 410, heading: 'This link no longer works' });
  expect(JSON.stringify(await consentsOf(tenant))).not.toContain('userData');
});

test('while the operator is asked, a press that records a consent: it is erased too', async () => {
  const tenant = await newTenant();
  const link = await ask(tenant, 'meanwhile@mail.example');
  let isPressed = false;
  proxy.intercept = async (call) => {
    if (call.name === 'TransactWriteItems' && !isPressed) {
      isPressed = true;
      expect(await pressConfirm(link)).toMatchObject({ heading: 'Confirmed' });
    }
    return call.forward();
  };

  const done = await adminData(...erase(tenant, 'email=meanwhile@mail.example', '--everything', '--yes'));
  proxy.intercept = undefined;

  expect(done).toMatchObject({ erased: 1 });
  expect(JSON.stringify(await consentsOf(tenant))).not.toContain('userData');
});

test.each([
  ['the request alone', []],
  ['an older consent too', ['older']],
])('a press between plan and void, which the indexes show late: it is erased too (%s)', async (_, older) => {
  const tenant = await newTenant();
  if (older.length > 0) await doEarlier(() => addConsent(tenant, { userData: { email: 'late@mail.example' } }));
  const link = await ask(tenant, 'late@mail.example');
  let isPressed = false;
  const isLate = (_list: string, id: string) => Date.now() - timeOf(id).getTime() < 1_500;
  proxy.intercept = lagIndexes(
    isLate,
    () => 10,
    async (call) => {
      if (call.name === 'TransactWriteItems' && !isPressed) {
        isPressed = true;
        expect(await pressConfirm(link)).toMatchObject({ heading: 'Confirmed' });
      }
      return call.forward();
    },
  );

  const done = await adminData(...erase(tenant, 'email=late@mail.example', '--everything', '--yes'));
  proxy.intercept = undefined;
  await sleep(1_500);

  expect(done).toMatchObject({ unconfirmed: 0, erased: older.length + 1 });
  expect(JSON.stringify(await consentsOf(tenant))).not.toContain('userData');
});

test('a press just before the command, which the indexes show late: the consent is found and erased', async () => {
  const tenant = await newTenant();
  const link = await ask(tenant, 'just@mail.example');
  await pressConfirm(link);
  proxy.intercept = lagIndexes(
    () => true,
    () => 10,
  );

  const of = (...values: readonly string[]) => admin(...erase(tenant, 'email=just@mail.example', ...values, '--yes'));
  expect(await of('first_name=Grace')).toMatchObject({ exitCode: exitCodes.notFound });
  const done = await of('--everything');
  proxy.intercept = undefined;

  expect(done.exitCode).toBe(0);
  expect(JSON.stringify(await consentsOf(tenant))).not.toContain('userData');
});

test('after a press: the link says what was, then no longer works, and what stays of the request names nobody', async () => {
  const tenant = await newTenant();
  const link = await ask(tenant, 'pressed@mail.example');
  await pressConfirm(link);
  expect((await openMailLink(link)).text).toMatch(
    /The consent was recorded with the time .* If it was withdrawn since/,
  );

  await adminData(...erase(tenant, 'email=pressed@mail.example', '--everything', '--yes'));

  for (const open of [openMailLink, pressConfirm])
    expect(await open(link)).toMatchObject({ status: 410, heading: 'This link no longer works' });
  const ours = (await readAll()).filter(({ PK }) => String(PK).startsWith(`ACCOUNT#${tenant.accountId}#`));
  const draft = ours.find(({ PK }) => String(PK).includes('#CONFIRMATION#')) ?? {};
  expect(Object.keys(draft).sort()).toEqual(
    ['PK', 'SK', 'confirmedAt', 'expiresAt', 'id', 'mailedAt', 'voided'].sort(),
  );
  const mailbox = ours.find(({ PK }) => String(PK).includes('#MAILBOX#'));
  expect(mailbox).toMatchObject({ open: [] });
  expect(Number(mailbox?.expiresAt) - Date.now() / 1_000).toBeLessThanOrEqual(86_400);
});
