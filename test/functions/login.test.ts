import bcrypt from 'bcryptjs';
import { describe, expect, test, vi } from 'vitest';
import { limits } from '../../shared/api/limits.ts';
import { credentialKey, hashPassword } from '../../shared/identity/passwords.ts';
import { changePassword, enableUser } from '../../shared/identity/user.ts';
import { write } from '../../shared/store/write.ts';
import { encoders } from '../support/call/event.ts';
import { invoke, send } from '../support/call/invoke.ts';
import { recordCalls } from '../support/call/requests.ts';
import { newTenant } from '../support/make/builders.ts';
import { changeAt } from '../support/make/changes.ts';
import { setTime } from '../support/make/clock.ts';
import { password } from '../support/make/password.ts';
import { table } from '../support/make/table.ts';

/** The answer to every failure, but for its requestId. */
const refusal = {
  headers: {
    'cache-control': 'no-store',
    'content-type': 'application/problem+json',
    'strict-transport-security': 'max-age=31536000',
    'www-authenticate': 'Bearer',
    'x-content-type-options': 'nosniff',
  },
  body: {
    type: '/problems/credentials.invalid',
    title: 'Wrong email or password',
    status: 401,
    detail: 'The email or the password is wrong. Check both.',
    code: 'credentials.invalid',
    requestId: '',
  },
};

const damagedHashes = new Map<string, unknown>([
  ['empty', ''],
  ['cut off', '$2b$04$KiRq/l3CuNlYxd5HDq9YRO'],
  ['of another cost', '$2b$12$uLMftJ7X1/uxECW2WbmylO2/4MDDWQZpy4zY5rPNguaEwnsMpnDBm'],
  ['of another kind', '$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHQ$RdescudvJCsgt3ub+b2dWRWJTmaaQcXQnbcuOC0pUHI'],
  ['a number', 12],
  ['missing', undefined],
]);

const damageCredential = async (passwordHash: unknown): Promise<{ email: string; password: string }> => {
  const { email } = await newTenant();
  await write(table, {
    update: credentialKey(email),
    expression: passwordHash === undefined ? 'REMOVE passwordHash' : 'SET passwordHash = :hash',
    condition: 'attribute_exists(PK)',
    ...(passwordHash !== undefined && { values: { ':hash': passwordHash } }),
  });
  return { email, password };
};

test('answers with a token set whose access token is good', async () => {
  const { email } = await newTenant();

  const { status, body } = await invoke('login', { email, password });

  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['token_type', 'expires_in', 'access_token', 'refresh_token']);
  expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
  expect(await send('details', {}, { token: body.access_token })).toMatchObject({ status: 200, body: { email } });
});

test('takes the email however it is cased, the password to the letter', async () => {
  const { email } = await newTenant();

  expect(await invoke('login', { email: ` ${email.toUpperCase()}`, password })).toMatchObject({ status: 200 });
  expect(await invoke('login', { email, password: password.toUpperCase() })).toMatchObject({ status: 401 });
});

/** Every way in which an email and a password can be wrong. */
const failures: readonly (readonly [string, () => Promise<{ email: string; password: string }>])[] = [
  ['an unknown email', async () => ({ email: 'nobody@example.com', password })],
  ['what is no email', async () => ({ email: 'not an email', password })],
  ['an empty email', async () => ({ email: '', password })],
  ['a wrong password', async () => ({ email: (await newTenant()).email, password: 'wrong' })],
  ['an empty password', async () => ({ email: (await newTenant()).email, password: '' })],
  ['the longest email', async () => ({ email: 'x'.repeat(limits.emailCharacters), password })],
  ['the longest password', async () => ({ email: (await newTenant()).email, password: 'x'.repeat(1_024) })],
  [
    'a disabled user',
    async () => {
      const { email, userId } = await newTenant();
      await enableUser(table, userId, false, changeAt());
      return { email, password };
    },
  ],
  ...[...damagedHashes].map(
    ([damage, passwordHash]) => [`a stored hash that is ${damage}`, () => damageCredential(passwordHash)] as const,
  ),
];

describe.each(failures)('%s', (name, prepare) => {
  test('is refused with the same bytes after the same work', async () => {
    const evaluations = vi.spyOn(bcrypt, 'compare');
    // What is refused for another reason is refused even if the password agreed with a hash.
    if (name !== 'a wrong password') evaluations.mockImplementation(async () => !name.includes('password'));
    const attempt = await prepare();

    const { result, calls } = await recordCalls(() => invoke('login', attempt));

    expect(result).toMatchObject({ status: 401, headers: refusal.headers });
    expect(JSON.stringify({ ...result.body, requestId: '' })).toBe(JSON.stringify(refusal.body));
    expect(calls).toEqual(['BatchGetItem', 'GetItem', 'UpdateItem', 'UpdateItem', 'UpdateItem']);
    expect(evaluations).toHaveBeenCalledExactlyOnceWith(expect.any(String), expect.stringMatching(/^\$2b\$04\$.{53}$/));
  });
});

test('tells the operator, and nobody else, of a damaged hash', async () => {
  await invoke('login', await damageCredential('damaged'));

  expect(console.error).toHaveBeenCalledExactlyOnceWith({ code: 'credential.damaged', userId: expect.any(Number) });
});

test('counts every byte of a password', async () => {
  const { email, userId } = await newTenant();
  const long = 'x'.repeat(72);
  await changePassword(table, userId, await hashPassword(`${long}a`), changeAt());

  expect(await invoke('login', { email, password: `${long}b` })).toMatchObject({ status: 401 });
  expect(await invoke('login', { email, password: `${long}a` })).toMatchObject({ status: 200 });
});

/** For the rest of the test every password is right, without the work of bcrypt. */
const acceptPasswords = (): void => {
  vi.spyOn(bcrypt, 'compare').mockImplementation(async () => true);
};

test('at a new address reads the user, counts the attempt, writes the session and takes the attempt back', async () => {
  acceptPasswords();
  const { email } = await newTenant();

  const { calls } = await recordCalls(() => invoke('login', { email, password }));

  expect(calls.slice(0, 5)).toEqual(['BatchGetItem', 'GetItem', 'UpdateItem', 'UpdateItem', 'UpdateItem']);
  expect(calls.slice(5).sort()).toEqual(['PutItem', 'UpdateItem', 'UpdateItem', 'UpdateItem', 'UpdateItem']);
});

test('at a known address counts once', async () => {
  acceptPasswords();
  const { email } = await newTenant();
  await invoke('login', { email, password });

  const { calls } = await recordCalls(() => invoke('login', { email, password }));

  expect(calls.slice(0, 3)).toEqual(['BatchGetItem', 'GetItem', 'UpdateItem']);
  expect(calls.slice(3).sort()).toEqual(['PutItem', 'UpdateItem']);
});

test.each([
  ['email', { email: '\u0315\u0300'.repeat(131_072), password }],
  ['email', { email: 'x'.repeat(limits.emailCharacters + 1), password }],
  ['password', { email: 'ada@example.com', password: 'x'.repeat(900_000) }],
  ['password', { email: 'ada@example.com', password: 'x'.repeat(limits.passwordCharactersMost + 1) }],
])('an over-long %s is refused before much is normalised, and any hashed or counted', async (field, attempt) => {
  const normalise = vi.spyOn(String.prototype, 'normalize');

  const { result, calls } = await recordCalls(() => send('login', encoders.json(attempt)));

  expect(result).toMatchObject({ status: 422, body: { errors: [{ field, code: 'too-long' }] } });
  expect(calls).toEqual([]);
  for (const text of normalise.mock.contexts) {
    expect(String(text).length).toBeLessThanOrEqual(8 * limits.passwordCharactersMost);
  }
});

test('names the parameters that are missing', async () => {
  const missing = { code: 'missing', detail: 'This parameter is required.' };

  expect(await invoke('login')).toMatchObject({
    status: 422,
    body: {
      errors: [
        { field: 'email', ...missing },
        { field: 'password', ...missing },
      ],
    },
  });
});

test('the access token ends after its lifetime', async () => {
  acceptPasswords();
  setTime('2026-11-20T12:00:00Z');
  const { email } = await newTenant();
  const { body } = await send('login', encoders.json({ email, password }));
  setTime('2026-11-20T12:59:59Z');
  expect(await send('details', {}, { token: body.access_token })).toMatchObject({ status: 200 });
  setTime('2026-11-20T13:00:00Z');

  expect(await send('details', {}, { token: body.access_token })).toMatchObject({
    status: 401,
    body: { code: 'token.expired' },
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  });
});
