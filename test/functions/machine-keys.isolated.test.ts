import { expect, test, vi } from 'vitest';
import type { OperationName } from '../../shared/api/contract.ts';
import { contract } from '../../shared/api/contract.ts';
import { problemsOf } from '../../shared/api/operations.ts';
import { enableConsentRegister } from '../../shared/identity/account.ts';
import { newMachineKey, readMachineKey } from '../../shared/identity/machine-key.ts';
import type { KeyTerms } from '../../shared/identity/machine-keys.ts';
import { createKey, endKey, listKeys } from '../../shared/identity/machine-keys.ts';
import { changePassword, changeRole, enableUser } from '../../shared/identity/user.ts';
import { keyOf } from '../../shared/store/keys.ts';
import { write } from '../../shared/store/write.ts';
import { startCold } from '../support/call/functions.ts';
import { startMeter } from '../support/call/meter.ts';
import type { Tenant } from '../support/make/builders.ts';
import { changeAt } from '../support/make/changes.ts';
import { passTime, setTime } from '../support/make/clock.ts';

const meter = await startMeter();
const { consentOf, findUnits, newKey, newTenant, spendUnits } = await import('../support/make/builders.ts');
const { fetchText, invoke, send } = await import('../support/call/invoke.ts');
const { recordRounds } = await import('../support/call/requests.ts');
const { passwordHash } = await import('../support/make/password.ts');
const { readAll } = await import('../support/make/stored.ts');
const { table } = await import('../support/make/table.ts');

const operations = Object.keys(contract) as OperationName[];
const takingKeys = operations.filter((name) => problemsOf(contract[name]).includes('key.ended'));
const refusingKeys: readonly OperationName[] = ['changePassword', 'logout'];

const owner = ({ userId, accountId }: Tenant) => ({ id: userId, accountId });
const codeOf = async (reply: ReturnType<typeof invoke>) => (await reply).body.code;

/** What a call answered, and what it cost. */
const measure = async (call: () => ReturnType<typeof invoke>) => {
  const { result, calls } = await meter(() => recordRounds(call));
  return { reply: result.result, rounds: result.rounds, read: calls.reduce((sum, { read }) => sum + read, 0) };
};

test('a key calls every operation that needs a user, but those of a session and a password', async () => {
  const { token } = await newKey(await newTenant());

  expect(takingKeys).toEqual(operations.filter((name) => !['login', 'refreshToken', ...refusingKeys].includes(name)));
  for (const operation of takingKeys) {
    expect([200, 404, 422], operation).toContain((await invoke(operation, {}, { token })).status);
  }
  for (const operation of refusingKeys) {
    expect(await invoke(operation, {}, { token }), operation).toMatchObject({
      status: 403,
      body: { code: 'key.not-allowed' },
    });
  }
});

test('the operations of a session and a password refuse a key by its form alone, before any read', async () => {
  const { accountId } = await newTenant();
  const made = newMachineKey({ accountId, userId: 999_999 });

  for (const operation of refusingKeys) {
    const { reply, rounds } = await measure(() => invoke(operation, {}, { token: made.text }));
    expect(reply.body.code).toBe('key.not-allowed');
    expect(rounds).toEqual([]);
  }
});

test('the details of a key are those of its user', async () => {
  const tenant = await newTenant();
  const { token } = await newKey(tenant);

  expect((await invoke('details', {}, { token })).body).toEqual((await invoke('details', {}, tenant)).body);
});

const good = newMachineKey({ accountId: '019cd73069007ccc8ccccccccccccccc', userId: 7 }).text;

test.each([
  ['cut', good.slice(0, -1)],
  ['doubled', good + good],
  ['upper-cased', good.toUpperCase()],
  ['in quotes', `"${good}"`],
  ['with a changed letter', good.replace(/.$/, (last) => (last === '0' ? '1' : '0'))],
  ['with a space', `${good.slice(0, 40)} ${good.slice(40)}`],
])('a key %s is refused with a sentence about keys, before any read', async (_, token) => {
  const { reply, rounds } = await measure(() => invoke('addConsent', {}, { token }));

  expect(reply).toMatchObject({
    status: 401,
    body: { code: 'token.invalid', detail: expect.stringContaining('Copy the whole key') },
  });
  expect(reply.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
  expect(rounds).toEqual([]);
  expect(JSON.stringify(reply)).not.toContain(token.slice(20, 60));
});

test.each([good, `Bearer  ${good}`, `Bearer ${good},Bearer ${good}`])(
  'a key in a header of another form is answered with the whole form: %#',
  async (authorization) => {
    const { status, body } = await invoke('details', {}, { headers: { authorization } });

    expect({ status, code: body.code }).toEqual({ status: 401, code: 'token.invalid' });
    expect(body.detail).toMatch(/must be Bearer, a space and one key: crk_ and 80 letters and digits/);
  },
);

test('what nobody made is a wrong key, whatever of it exists, for the same reads', async () => {
  const tenant = await newTenant();
  const { token } = await newKey(tenant);
  const { accountId, userId } = tenant;
  const nobody = newMachineKey({ accountId: 'f'.repeat(32), userId: 999_999 }).text;
  const ofUser = newMachineKey({ accountId, userId }).text;
  const ofAnother = newMachineKey({ accountId, userId: userId + 1 }).text;
  const guessed = newMachineKey({ accountId, userId });
  await createKey(table, { ...guessed, hash: readMachineKey(token)?.hash ?? '' }, {}, changeAt());

  const cells = [];
  for (const each of [nobody, ofUser, ofAnother, guessed.text]) {
    const { reply, rounds, read } = await measure(() =>
      invoke('searchConsents', { userData: { email: 'a@b.c' } }, { token: each }),
    );
    cells.push({ rounds, read, status: reply.status, body: { ...reply.body, requestId: '' }, headers: reply.headers });
  }

  expect(cells[0]).toMatchObject({ status: 401, rounds: [['BatchGetItem']], read: 4, body: { code: 'token.invalid' } });
  for (const cell of cells) expect(cell).toEqual(cells[0]);
});

test('a flood of well-formed keys that nobody made reads four units each, and takes nothing from the account', async () => {
  const tenant = await newTenant();
  const { accountId, userId } = tenant;
  const { read } = await measure(async () => {
    let reply = invoke('details');
    for (let i = 0; i < 200; i += 1) {
      const { text } = newMachineKey({ accountId, userId });
      reply = invoke('addConsent', consentOf(tenant), { token: text });
      expect((await reply).status).toBe(401);
    }
    return reply;
  });

  expect(read).toBe(200 * 4);
  expect([await findUnits(tenant, 'records'), await findUnits(tenant, 'refused')]).toEqual([0, 0]);
});

test('a key that the container has not seen good in five minutes is read before what its call needs, later with it', async () => {
  setTime('2026-03-01T12:00:00Z');
  const tenant = await newTenant();
  const { token } = await newKey(tenant);
  const add = async (by: string) => {
    const { reply, rounds, read } = await measure(() => invoke('addConsent', consentOf(tenant), { token: by }));
    return { status: reply.status, rounds, read };
  };
  await invoke('details', {}, tenant);

  const withToken = await add(tenant.token);
  expect(withToken.rounds).toEqual([['BatchGetItem'], ['PutItem']]);
  expect(await add(token)).toEqual({
    status: 200,
    rounds: [['BatchGetItem'], expect.arrayContaining(['BatchGetItem', 'UpdateItem']), ['PutItem']],
    read: withToken.read,
  });
  expect(await add(token)).toEqual(withToken);
  passTime(5 * 60_000 - 1);
  expect(await add(token)).toEqual(withToken);
  passTime(5 * 60_000);
  expect((await add(token)).rounds).toEqual([['BatchGetItem'], ['BatchGetItem'], ['PutItem']]);
});

const end = (tenant: Tenant, keyId: string) => endKey(table, owner(tenant), keyId, changeAt());

test('who holds the right secret of a key that is over learns that it has ended, in a container that knew it good', async () => {
  setTime('2026-03-01T12:00:00Z');
  const tenant = await newTenant();
  const [ended, expiring, other] = [
    await newKey(tenant),
    await newKey(tenant, { endsAt: new Date('2026-03-02') }),
    await newKey(tenant),
  ];
  const call = ({ token }: { token: string }) => codeOf(invoke('details', {}, { token }));
  for (const key of [ended, expiring, other]) expect(await call(key)).toBeUndefined();

  expect(await end(tenant, ended.keyId)).toBe(true);
  expect(await end(tenant, ended.keyId)).toBe(false);
  expect(await call(ended)).toBe('key.ended');
  passTime(12 * 3_600_000 - 1);
  expect(await call(expiring)).toBeUndefined();
  passTime(1);
  expect(await call(expiring)).toBe('key.ended');
  expect(await call(other)).toBeUndefined();
  const forged = newMachineKey(tenant);
  expect(await codeOf(invoke('details', {}, { token: forged.text }))).toBe('token.invalid');
});

test('a key works while its user is enabled, whatever becomes of the password and the sessions', async () => {
  const tenant = await newTenant();
  const { token } = await newKey(tenant);
  const call = () => codeOf(invoke('listProjects', {}, { token }));

  await changePassword(table, tenant.userId, passwordHash(), changeAt());
  expect([await call(), await codeOf(invoke('details', {}, tenant))]).toEqual([undefined, 'session.ended']);
  await enableUser(table, tenant.userId, false, changeAt());
  expect(await call()).toBe('key.ended');
  await enableUser(table, tenant.userId, true, changeAt());
  expect(await call()).toBeUndefined();
  await enableConsentRegister(table, tenant.accountId, false, changeAt());
  expect(await call()).toBe('account.consent-register-disabled');
});

test.each([
  ['editor', undefined, 200, 200, 200],
  ['editor', 'reader', 403, 200, 200],
  ['editor', 'sender', 403, 403, 200],
  ['reader', undefined, 403, 200, 200],
  ['reader', 'sender', 403, 403, 200],
  ['sender', 'reader', 403, 403, 200],
] as const)('a key has the narrower of its roles: that of an %s and %s', async (role, narrower, add, search, check) => {
  const tenant = await newTenant();
  await changeRole(table, owner(tenant), role, changeAt());
  const { token } = await newKey(tenant, { role: narrower });

  expect(await invoke('addConsent', consentOf(tenant), { token })).toMatchObject({ status: add });
  expect(await invoke('searchConsents', { userData: { email: 'a@b.c' } }, { token })).toMatchObject({ status: search });
  expect(await invoke('checkPeople', { pid: tenant.pid, people: [{ email: 'a@b.c' }] }, { token })).toMatchObject({
    status: check,
  });
});

test('an end that comes while a call is under way lets it end, and refuses the next one', async () => {
  const tenant = await newTenant();
  const { token, keyId } = await newKey(tenant);
  await invoke('details', {}, { token });

  const [added] = await Promise.all([invoke('addConsent', consentOf(tenant), { token }), end(tenant, keyId)]);
  expect([undefined, 'key.ended']).toContain(added.body.code);
  expect(await codeOf(invoke('addConsent', consentOf(tenant), { token }))).toBe('key.ended');
});

test('a key reaches its own account alone', async () => {
  const [tenant, theirs] = [await newTenant(), await newTenant()];
  const { token } = await newKey(tenant);
  const { body } = await invoke('addConsent', consentOf(theirs), theirs);

  expect(await invoke('revokeConsent', { id: body.consentId, proof: { url: 'x' } }, { token })).toMatchObject({
    status: 404,
  });
  expect(await codeOf(invoke('addConsent', consentOf(theirs), { token }))).toBe('parameters.invalid');
});

test('the calls of a key use up the budget of its account', async () => {
  const tenant = await newTenant();
  const { token } = await newKey(tenant);
  const search = () => codeOf(invoke('searchConsents', { userData: { email: 'a@b.c' } }, { token }));
  expect(await search()).toBeUndefined();

  await spendUnits(tenant);
  expect([await search(), await search()]).toEqual(['search.throttled', 'search.throttled']);
});

test('the day of the last use is written once a day and key', async () => {
  setTime('2026-03-01T12:00:00Z');
  const tenant = await newTenant();
  const { token } = await newKey(tenant);
  const used = async () => (await listKeys(table, tenant.userId)).map(({ usedOn }) => usedOn);
  const writes = async () =>
    (await measure(() => invoke('details', {}, { token }))).rounds.flat().filter((name) => name === 'UpdateItem')
      .length;

  expect(await used()).toEqual([undefined]);
  expect([await writes(), await writes(), await used()]).toEqual([1, 0, ['2026-03-01']]);
  passTime(24 * 3_600_000);
  expect([await writes(), await writes(), await used()]).toEqual([1, 0, ['2026-03-02']]);
  await startCold();
  const cold = await import('../support/call/invoke.ts');
  expect((await cold.invoke('details', {}, { token })).status).toBe(200);
  expect(await used()).toEqual(['2026-03-02']);
});

/** A request with a key anywhere but in its header. */
const misplaced = (key: string): readonly [string, object][] => [
  ['as a parameter', { parameters: { [key]: '1' } }],
  ['as a name in userData', { parameters: { userData: { [key]: '1' } } }],
  ['as a value in userData', { parameters: { userData: { email: key } } }],
  ['inside a value of the proof', { parameters: { proof: { html: `<p>${key}</p>` } } }],
  ['in a list', { parameters: { consentInformationPid: ['1', key] } }],
  ['as a name in the query string', { query: `${key}=1` }],
  ['as a value in the query string', { query: `access_token=${key}` }],
  ['as one of two values in the query string, encoded', { query: `key=${key.replace('_', '%5f')}&key=1` }],
];

test.each(misplaced(good).map(([name], i) => [name, i] as const))(
  'a key %s is refused, and neither repeated, stored nor logged',
  async (_, i) => {
    const log = vi.spyOn(console, 'info');
    const warnings = vi.spyOn(console, 'warn');
    const tenant = await newTenant();
    const { token } = await newKey(tenant);
    const [, { parameters = {}, query = '' }] = misplaced(token)[i] as [
      string,
      { parameters?: object; query?: string },
    ];
    const secret = token.slice(45, 78);

    for (const encoding of ['json', 'form', 'multipart'] as const) {
      if (encoding !== 'json' && i === 4) continue;
      const reply = await invoke('addConsent', { ...consentOf(tenant), ...parameters }, { token, query, encoding });
      expect(reply).toMatchObject({
        status: 422,
        body: { code: 'parameters.invalid', detail: expect.stringContaining('outside the Authorization header') },
      });
      expect(JSON.stringify(reply)).not.toContain(secret);
      expect(await codeOf(invoke('addConsent', parameters as never, { query, encoding }))).toBe('token.missing');
    }
    expect(JSON.stringify([log.mock.calls, warnings.mock.calls])).not.toContain(secret);
    expect(JSON.stringify(await readAll())).not.toContain(secret);
  },
);

test('what begins like a key, as the name of a form does, is recorded', async () => {
  const tenant = await newTenant();
  const proof = { form: 'crk_newsletter_signup_form_at_the_checkout' };

  expect(await invoke('addConsent', consentOf(tenant, { proof }), tenant)).toMatchObject({ status: 200 });
});

test('a key in the name of the program that calls is hidden where that is stored', async () => {
  const tenant = await newTenant();
  const { token } = await newKey(tenant);
  const userAgent = `${'x'.repeat(450)} ${token} shop/1.0`;

  expect(await invoke('addConsent', consentOf(tenant), { token, userAgent })).toMatchObject({ status: 200 });
  const items = JSON.stringify(await readAll());
  expect(items).toContain('x crk_… shop/1.0');
  expect(items).not.toContain(token.slice(45, 78));
});

test('a consent names the key that called, and a key whose item names another records none', async () => {
  const tenant = await newTenant();
  const [{ token, keyId }, other] = [await newKey(tenant), await newKey(tenant)];
  const name = (id: string) =>
    write(table, {
      update: keyOf.machineKey(tenant.userId, keyId),
      expression: 'SET id = :id',
      condition: 'attribute_exists(PK)',
      values: { ':id': id },
    });
  const add = () => invoke('addConsent', consentOf(tenant), { token });

  await name(other.keyId);
  expect(await codeOf(add())).toBe('service.fault');
  await name(keyId);
  const { body } = await add();
  const { statement } = JSON.parse(await fetchText('getEvidence', { id: body.consentId }, tenant));
  expect(statement.consent[0].observed).toMatchObject({ keyId });
});

test('a part of a key in a name is hidden too', async () => {
  const tenant = await newTenant();
  const name = `${'x'.repeat(60)}${good}`;

  const reply = await send('login', {
    contentType: 'application/json',
    body: Buffer.from(JSON.stringify({ email: good, [name]: 1 })),
  });
  expect(reply.status).toBe(422);
  expect(JSON.stringify(reply)).not.toContain(good.slice(30, 50));
  expect(await codeOf(invoke('listProjects', { [name]: 'x' }, tenant))).toBe('parameters.invalid');
});

test('a key is stored as its hash, with whoever made and ended it in the operations log', async () => {
  const tenant = await newTenant();
  const terms: KeyTerms = { role: 'reader', note: 'shop back end', endsAt: new Date('2031-01-01') };
  const { token, keyId } = await newKey(tenant, terms);
  await end(tenant, keyId);

  const items = await readAll();
  const stored = items.find(({ PK, id }) => PK === keyOf.machineKey(tenant.userId, '').PK && id === keyId);
  expect(stored).toMatchObject({
    keyHash: readMachineKey(token)?.hash,
    role: 'reader',
    note: 'shop back end',
    endsAt: '2031-01-01T00:00:00.000Z',
  });
  expect(stored).not.toHaveProperty('expiresAt');
  const entries = items.filter(
    ({ PK, target }) => PK === 'OPERATIONS' && (target as { keyId?: string }).keyId === keyId,
  );
  expect(entries).toHaveLength(2);
  expect(JSON.stringify(items)).not.toContain(token.slice(45, 78));
  const [listed] = await listKeys(table, tenant.userId);
  expect(listed).toMatchObject({ id: keyId, createdBy: expect.any(String), endedAt: expect.any(String) });
  expect(listed).not.toHaveProperty('keyHash');
});
