import { expect, test } from 'vitest';
import { hashPassword } from '../../shared/passwords.ts';
import { changePassword, enableUser } from '../../shared/store/user.ts';
import { newTenant, password } from '../support/builders.ts';
import { setTime } from '../support/clock.ts';
import { encoders } from '../support/encode.ts';
import { invoke, send } from '../support/invoke.ts';
import { recordCalls } from '../support/requests.ts';
import { table } from '../support/table.ts';

const refusal = {
  type: '/problems/credentials.invalid',
  title: 'Wrong email or password',
  status: 401,
  detail: 'The email or the password is wrong.',
  code: 'credentials.invalid',
  requestId: expect.any(String),
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

test('makes the same reads and gives the same answer whatever is wrong', async () => {
  const known = await newTenant();
  const disabled = await newTenant();
  await enableUser(table, disabled.userId, false, new Date());
  const attempts = [
    { email: known.email, password: 'wrong' },
    { email: known.email, password: '' },
    { email: 'nobody@example.com', password },
    { email: 'not an email', password },
    { email: disabled.email, password },
  ];
  for (const attempt of attempts) {
    const { result, calls } = await recordCalls(() => invoke('login', attempt));

    expect(result).toMatchObject({ status: 401, body: refusal });
    expect(result.headers['www-authenticate']).toBe('Bearer');
    expect(calls).toEqual(['GetItem', 'GetItem']);
  }
});

test('counts every byte of a password', async () => {
  const { email, userId } = await newTenant();
  const long = 'x'.repeat(72);
  await changePassword(table, userId, await hashPassword(`${long}a`), new Date());

  expect(await invoke('login', { email, password: `${long}b` })).toMatchObject({ status: 401 });
  expect(await invoke('login', { email, password: `${long}a` })).toMatchObject({ status: 200 });
});

test('reads the credential, then the user, and writes the session', async () => {
  const { email } = await newTenant();

  const { calls } = await recordCalls(() => invoke('login', { email, password }));

  expect(calls).toEqual(['GetItem', 'GetItem', 'PutItem']);
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
