import { expect, test } from 'vitest';
import { beginErasureRequest } from '../../../shared/consents/erasure/requests.ts';
import { listLogEntries } from '../../../shared/identity/operations-log.ts';
import { keyOf, logKeyOf } from '../../../shared/store/keys.ts';
import { queryItems } from '../../../shared/store/read.ts';
import { askErasure, damageRequest, today } from '../../shared/consents/erasure/erasure-requests.ts';
import { admin, adminData } from '../../support/call/admin.ts';
import { invoke } from '../../support/call/invoke.ts';
import type { Tenant } from '../../support/make/builders.ts';
import { addConsent, findRecord, newTenant } from '../../support/make/builders.ts';
import { erase } from '../../support/make/changes.ts';
import { deleteItem, editItem } from '../../support/make/stored.ts';
import { logTable, table } from '../../support/make/table.ts';

const ask = async (tenant: Tenant, parameters: Parameters<typeof askErasure>[1] = {}): Promise<string> =>
  String((await askErasure(tenant, parameters)).body.id);

const add = async (tenant: Tenant, userData = { email: 'ada@example.com' }): Promise<string> =>
  String((await addConsent(tenant, { userData })).consentId);

const eraseRequested = ({ accountId }: Tenant, ...options: readonly string[]) =>
  adminData('person', 'erase', '--requests', ...options, '--account', accountId);

const check = async ({ accountId }: Tenant) => {
  const { stdout, exitCode } = await admin(
    'person',
    'erase',
    '--requests',
    '--check',
    '--account',
    accountId,
    '--json',
  );
  return { exitCode, told: JSON.parse(stdout) };
};

const listed = async ({ token }: Tenant) => (await invoke('listErasureRequests', {}, { token })).body.data;

test('shows each open request, what it would erase, and what else the person has; then carries it out', async () => {
  const tenant = await newTenant();
  const [one, two, kept] = [await add(tenant), await add(tenant), await add(tenant)];
  const id = await ask(tenant, { ids: [one, two], receivedOn: '2026-01-31', reference: 'DSR-1' });
  const since = await add(tenant);

  const { exitCode, told } = await check(tenant);
  const text = await admin('person', 'erase', '--requests', '--check', '--account', tenant.accountId);
  const done = await eraseRequested(tenant, '--yes');

  expect({ exitCode, told }).toMatchObject({
    exitCode: 6,
    told: [
      {
        id,
        userId: tenant.userId,
        dueOn: '2026-02-28',
        toErase: [one, two],
        groups: [{ state: 'active', consents: 2 }],
        values: [{ key: 'email', value: 'ada@example.com', consents: 2 }],
        further: [{ key: 'email', consents: 2, later: 1, isLeast: false }],
        erasedBefore: 0,
        missing: 0,
      },
    ],
  });
  expect(text.stdout).toMatch(
    /must be answered by 2026-02-28, which has passed\. Reason: consent-revoked; reference: DSR-1/,
  );
  expect(text.stdout).toMatch(/Some were given after the request/);
  expect(done).toEqual([{ id, outcome: 'done', erased: 2 }]);
  expect(await listed(tenant)).toMatchObject([{ id, state: 'done', erased: 2, endTime: expect.any(String) }]);
  for (const gone of [one, two]) expect((await findRecord(tenant, gone)).userData).toEqual({});
  for (const stays of [kept, since]) expect((await findRecord(tenant, stays)).userData).not.toEqual({});
  expect(await eraseRequested(tenant, '--yes')).toEqual([]);
});

test('the operations log names the request beside the erasure', async () => {
  const tenant = await newTenant();
  const id = await ask(tenant, { reason: 'objected', reference: 'DSR-2' });

  await eraseRequested(tenant, '--yes', '--reason', 'asked in the console');

  const isOurs = ({ target }: { readonly target: Readonly<Record<string, unknown>> }) => target.request === id;
  expect(await listLogEntries(table, 1, { isWanted: isOurs })).toMatchObject([
    {
      command: 'person erase',
      reason: 'asked in the console',
      target: { extent: 'evidence', request: id, requestReason: 'objected', reference: 'DSR-2', consents: 1 },
    },
  ]);
});

test('what was erased before or is gone is entered in the journal before it is said', async () => {
  const tenant = await newTenant();
  const { accountId } = tenant;
  const ids = [await add(tenant), await add(tenant), await add(tenant)];
  const [marked = '', gone = '', erased = ''] = ids;
  const id = await ask(tenant, { ids });
  await erase(accountId, [erased]);
  const eraseTime = new Date();
  await editItem(table, keyOf.consent(accountId, marked), 'SET eraseTime = :time', {
    ':time': eraseTime.toISOString(),
  });
  await deleteItem(table, keyOf.consent(accountId, gone));
  const journal = async () => {
    const found = await Promise.all(ids.map((each) => queryItems(logTable, logKeyOf.journalOfConsent(each, ''))));
    return found.map((items) => items.map(({ SK }) => SK));
  };
  const ofErased = expect.stringMatching(/^erased#\d{13}#[0-9a-f]{64}$/);
  const { exitCode } = await check(tenant);
  expect([exitCode, await journal()]).toEqual([6, [[], [], [ofErased]]]);

  const { stderr } = await admin('person', 'erase', '--requests', '--yes', '--account', accountId);

  expect(stderr).toContain('2 consents of the request were erased before.');
  expect(stderr).toContain('1 consent of the request is gone already.');
  expect(stderr).toContain(`Request ${id} is done`);
  const [first, second, third] = await journal();
  expect([first, second]).toEqual([[`erased#${eraseTime.getTime()}#`], ['removed##']]);
  expect(third).toContainEqual(ofErased);
});

test('with the extent of the request everything goes, also of a consent that was erased before', async () => {
  const tenant = await newTenant();
  const [one, two] = [await add(tenant), await add(tenant)];
  await erase(tenant.accountId, [one]);
  const id = await ask(tenant, { ids: [one, two], extent: 'everything' });

  expect(await eraseRequested(tenant, '--yes')).toEqual([{ id, outcome: 'done', erased: 2 }]);
  for (const gone of [one, two]) {
    expect(await invoke('searchConsents', { id: gone, userData: '' }, tenant)).toMatchObject({ body: { data: [] } });
  }
});

test('of two requests for the same consents the second finds them erased, and ends as done', async () => {
  const tenant = await newTenant();
  const consent = await add(tenant);
  const ids = [await ask(tenant, { ids: consent }), await ask(tenant, { ids: consent })];

  expect(await eraseRequested(tenant, '--yes')).toEqual(ids.map((id) => ({ id, outcome: 'done', erased: 1 })));
});

test('the next command finishes an interrupted request, which nobody can withdraw until then', async () => {
  const tenant = await newTenant();
  const id = await ask(tenant);
  await beginErasureRequest(table, tenant.accountId, id);

  expect(await invoke('requestErasure', { withdraw: id }, tenant)).toMatchObject({ status: 409 });
  expect(await admin('erasure', 'refuse', id, '--reason', 'no', '--account', tenant.accountId)).toMatchObject({
    exitCode: 4,
  });
  expect(await eraseRequested(tenant, '--yes')).toMatchObject([{ id, outcome: 'done', erased: 1 }]);
});

test('a withdrawn request is neither shown nor carried out', async () => {
  const tenant = await newTenant();
  const consent = await add(tenant);
  const id = await ask(tenant, { ids: consent });
  await invoke('requestErasure', { withdraw: id }, tenant);

  expect(await eraseRequested(tenant, '--yes')).toEqual([]);
  expect((await findRecord(tenant, consent)).userData).not.toEqual({});
});

test('an operator refuses a request and says why; the user reads it, and nothing is erased', async () => {
  const tenant = await newTenant();
  const consent = await add(tenant);
  const id = await ask(tenant, { ids: consent });
  const refuse = (...words: readonly string[]) =>
    admin('erasure', 'refuse', id, ...words, '--account', tenant.accountId);

  expect(await refuse()).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/Say why with --reason/) });
  expect(await refuse('--reason', 'Needed for a legal claim')).toMatchObject({ exitCode: 0 });
  expect(await refuse('--reason', 'Again')).toMatchObject({ exitCode: 4 });
  expect(await listed(tenant)).toMatchObject([
    { id, state: 'refused', refusal: 'Needed for a legal claim', erased: 0 },
  ]);
  const isOurs = ({ command, target }: { readonly command: string; readonly target: object }) =>
    command === 'erasure refuse' && JSON.stringify(target).includes(id);
  expect(await listLogEntries(table, 2, { isWanted: isOurs })).toMatchObject([{ reason: 'Needed for a legal claim' }]);
  expect(await eraseRequested(tenant, '--yes')).toEqual([]);
  expect((await findRecord(tenant, consent)).userData).not.toEqual({});
});

test('without a terminal nothing is erased that nobody confirmed, and the request is shown', async () => {
  const tenant = await newTenant();
  const id = await ask(tenant);

  const { exitCode, stderr } = await admin('person', 'erase', '--requests', '--account', tenant.accountId);

  expect(exitCode).toBe(2);
  expect(stderr).toMatch(
    new RegExp(
      `Request ${id} of account .+ for 1 consent[\\s\\S]+To be erased: 1 consent[\\s\\S]+Confirm all of it with --yes`,
    ),
  );
  expect(await listed(tenant)).toMatchObject([{ state: 'open' }]);
});

test.each([[['--requests', 'email=ada@example.com']], [['--requests', '--everything']], [['--requests', '--replay']]])(
  'what to erase must be clear: %j',
  async (words) => {
    expect(await admin('person', 'erase', ...words)).toMatchObject({ exitCode: 2 });
  },
);

const diagnose = async () => {
  const findings = JSON.parse((await admin('doctor', '--json')).stdout) as readonly { readonly check: string }[];
  return findings.find(({ check: name }) => name === 'requests to erase');
};

test('doctor tells of a request whose deadline is near, or has passed', async () => {
  const tenant = await newTenant();
  const far = await ask(tenant, { receivedOn: today() });
  const before = await diagnose();
  const near = await ask(tenant, { receivedOn: '2026-01-31' });
  const after = await diagnose();

  expect(JSON.stringify(before)).not.toContain(far);
  expect(after).toMatchObject({
    state: 'wrong',
    says: expect.stringContaining(`${near} must be answered by 2026-02-28`),
  });
  expect(JSON.stringify(after)).not.toContain(far);
});

test('without an account the requests of all are shown, each with the name of its account', async () => {
  const [one, other] = [await newTenant(), await newTenant()];
  const ids = [await ask(one), await ask(other)];

  const { stdout } = await admin('person', 'erase', '--requests', '--check', '--json');
  const told = (JSON.parse(stdout) as readonly { readonly id: string }[]).filter(({ id }) => ids.includes(id));
  const text = await admin('person', 'erase', '--requests', '--check');

  expect(told).toMatchObject([
    { id: ids[0], accountId: one.accountId, account: expect.any(String) },
    { id: ids[1], accountId: other.accountId },
  ]);
  const [{ account = '' } = {}] = told as readonly { readonly account?: string }[];
  expect(text.stdout).toContain(`Request ${ids[0]} of account ${account} for 1 consent`);
});

test('a damaged request is named, and the others are carried out', async () => {
  const tenant = await newTenant();
  const [sound, damaged] = [await ask(tenant), await ask(tenant)];
  await damageRequest(tenant, damaged, { state: 'lost' });

  const { stdout, stderr, exitCode } = await admin(
    'person',
    'erase',
    '--requests',
    '--yes',
    '--account',
    tenant.accountId,
    '--json',
  );

  expect({ exitCode, told: JSON.parse(stdout) }).toEqual({
    exitCode: 6,
    told: [{ id: sound, outcome: 'done', erased: 1 }],
  });
  expect(stderr).toContain(`Request ${damaged} is damaged`);
  expect(await diagnose()).toMatchObject({ state: 'wrong', says: expect.stringContaining(`${damaged} is damaged`) });
  expect(await admin('erasure', 'refuse', damaged, '--reason', 'no', '--account', tenant.accountId)).toMatchObject({
    exitCode: 4,
    stderr: expect.stringMatching(/damaged/),
  });
});
