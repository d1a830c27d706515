import { AsyncLocalStorage } from 'node:async_hooks';
import bcrypt from 'bcryptjs';
import { expect, test, vi } from 'vitest';
import { limits } from '../../shared/api/limits.ts';
import { listLogEntries } from '../../shared/identity/operations-log.ts';
import { changeRole, enableUser } from '../../shared/identity/user.ts';
import { invoke } from '../support/call/invoke.ts';
import { recordCalls } from '../support/call/requests.ts';
import { newTenant, signIn } from '../support/make/builders.ts';
import { changeAt } from '../support/make/changes.ts';
import { passTime, setTime } from '../support/make/clock.ts';
import { password } from '../support/make/password.ts';
import { table } from '../support/make/table.ts';
import { newAddress } from './login-flood.ts';

const newPassword = 'marble otter plays the tuba';

type Caller = Parameters<typeof invoke>[2];

const change = (caller: Caller, given: Readonly<Record<string, string>> = {}) =>
  invoke('changePassword', { currentPassword: password, newPassword, ...given }, caller);

const logIn = (email: string, given: string) => invoke('login', { email, password: given }, { sourceIp: newAddress() });

const wrong = { status: 422, body: { errors: [{ field: 'currentPassword', code: 'wrong' }] } };

test('the new password logs in and the old one does not; only the session of the caller goes on', async () => {
  const { token, refreshToken, userId, accountId, email } = await newTenant();
  await changeRole(table, { id: userId, accountId }, 'reader', changeAt());
  const other = await signIn(userId);

  expect(await change({ token })).toMatchObject({ status: 200, body: {} });

  expect(await invoke('details', {}, { token })).toMatchObject({ status: 200 });
  expect(await invoke('refreshToken', { refresh_token: refreshToken })).toMatchObject({ status: 200 });
  expect(await invoke('details', {}, { token: other.token })).toMatchObject({ body: { code: 'session.ended' } });
  expect(await invoke('refreshToken', { refresh_token: other.refreshToken })).toMatchObject({ status: 401 });
  expect(await logIn(email, newPassword)).toMatchObject({ status: 200 });
  expect(await logIn(email, password)).toMatchObject({ status: 401 });
  const [entry] = await listLogEntries(table, 1, { isWanted: ({ target }) => target.userId === userId });
  expect(entry).toMatchObject({ by: `user:${userId}`, command: 'POST /password', target: { accountId, userId } });
  expect(JSON.stringify(entry)).not.toMatch(/otter|@|\$2b/);
});

test.each(['NFC', 'NFD'] as const)(
  'a password that was set in %s is taken in both forms, here and at a login',
  async (form) => {
    const { token, email } = await newTenant();
    const chosen = 'Ärger über fünf größere Öfen';
    const [set, typed] = [chosen.normalize(form), chosen.normalize(form === 'NFC' ? 'NFD' : 'NFC')];

    expect(await change({ token }, { newPassword: set })).toMatchObject({ status: 200 });

    expect(await logIn(email, typed)).toMatchObject({ status: 200 });
    expect(await logIn(email, set)).toMatchObject({ status: 200 });
    expect(await change({ token }, { currentPassword: typed })).toMatchObject({ status: 200 });
  },
);

test('the characters of a password count as composed ones, and it is judged so', async () => {
  const { token, email } = await newTenant();
  const longest = `${'über größere Öfen, '.repeat(60).slice(0, limits.passwordCharactersMost - 14)}marble ottärs!`;
  const tooShort = 'zwölf Äpfel ök'.normalize('NFD');

  expect(await change({ token }, { newPassword: tooShort })).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'newPassword', code: 'too-short' }] },
  });
  expect(await change({ token }, { newPassword: longest.normalize('NFD') })).toMatchObject({ status: 200 });
  expect(await logIn(email, longest.normalize('NFD'))).toMatchObject({ status: 200 });
});

test('a password of another account stays as it is', async () => {
  const [mine, others] = [await newTenant(), await newTenant()];

  expect(await change(mine)).toMatchObject({ status: 200 });

  expect(await logIn(others.email, password)).toMatchObject({ status: 200 });
  expect(await invoke('details', {}, others)).toMatchObject({ status: 200 });
});

test('who has a stolen token guesses no more often than at a login, and each guess is one of those', async () => {
  const { token, email } = await newTenant();
  const evaluations = vi.spyOn(bcrypt, 'compare').mockImplementation(async () => false);
  const sourceIp = newAddress();
  const guess = () => change({ token, sourceIp }, { currentPassword: 'a guess' });

  const replies = await Promise.all(Array.from({ length: 12 }, guess));

  expect(evaluations.mock.calls.length).toBeLessThanOrEqual(limits.loginAttemptsOnEmailFromSite);
  expect(replies.some(({ status }) => status === 422)).toBe(true);
  expect(await guess()).toMatchObject({ status: 429, body: { code: 'login.throttled' } });
  evaluations.mockRestore();
  expect(await change({ token, sourceIp })).toMatchObject({ status: 429 });
  expect(await invoke('login', { email, password }, { sourceIp })).toMatchObject({ status: 429 });
  expect(await change({ token, sourceIp: newAddress() })).toMatchObject({ status: 200 });
});

test('a session asks twenty times in an hour, counted before anything is judged, and holds up no other of the user', async () => {
  setTime('2026-02-01T12:10:00Z');
  const { token, email } = await newTenant();
  const ask = () => change({ token, sourceIp: newAddress() }, { newPassword: 'short' });
  for (let i = 0; i < limits.passwordChangesPerHour; i += 1) expect(await ask()).toMatchObject({ status: 422 });

  const { result: refused, calls } = await recordCalls(ask);

  expect(calls).toEqual(['BatchGetItem', 'UpdateItem']);
  expect(refused).toMatchObject({ status: 429, body: { code: 'password.throttled' } });
  expect(refused.headers['retry-after']).toBe('3000');
  expect(await change({ token, sourceIp: newAddress() })).toMatchObject({ status: 429 });
  passTime(3_000_000);
  expect(await ask()).toMatchObject({ status: 422 });
  const { body: own } = await logIn(email, password);
  expect(await change({ token: own.access_token ?? '', sourceIp: newAddress() })).toMatchObject({ status: 200 });
});

test('who has a stolen token cannot keep the owner, who signs in anew, from changing the password', async () => {
  const { token, email } = await newTenant();
  const guess = () => change({ token, sourceIp: newAddress() }, { newPassword: 'short' });
  for (let i = 0; i <= limits.passwordChangesPerHour; i += 1) await guess();
  expect(await guess()).toMatchObject({ status: 429 });

  const { body: own } = await logIn(email, password);

  expect(await change({ token: own.access_token ?? '', sourceIp: newAddress() })).toMatchObject({ status: 200 });
  expect(await guess()).toMatchObject({ status: 401, body: { code: 'session.ended' } });
});

test.each([
  ['digits', (i: number) => String((i * i * 7 + i * 13 + (i >> 3)) % 10)],
  ['signs for letters', (i: number) => '4@8({[<3690!|1$5+7%2'.charAt((i * i * 7 + i * 13 + (i >> 3)) % 20)],
  ['digits and separators', (i: number) => (i % 7 === 6 ? ' ' : i % 7 === 3 ? '.' : String((i * i + (i >> 2)) % 10))],
])('the longest password of %s takes less than a quarter of a second beside bcrypt', async (_, toCharacter) => {
  const { token } = await newTenant();
  const longest = Array.from({ length: limits.passwordCharactersMost }, (_each, i) => toCharacter(i)).join('');
  const evaluations = vi.spyOn(bcrypt, 'compare').mockImplementation(async () => false);
  await change({ token, sourceIp: newAddress() }, { newPassword: 'envelope copper raincoat violin' });

  const begun = process.cpuUsage();
  const { status } = await change({ token, sourceIp: newAddress() }, { newPassword: longest });
  const { user, system } = process.cpuUsage(begun);

  evaluations.mockRestore();
  expect(status).toBe(422);
  expect((user + system) / 1_000).toBeLessThan(250);
});

test('a wrong password changes nothing and costs one evaluation', async () => {
  const { token, userId, email } = await newTenant();
  const other = await signIn(userId);
  const evaluations = vi.spyOn(bcrypt, 'compare');

  expect(await change({ token, sourceIp: newAddress() }, { currentPassword: 'a guess' })).toMatchObject(wrong);

  expect(evaluations).toHaveBeenCalledOnce();
  evaluations.mockRestore();
  expect(await invoke('details', {}, { token: other.token })).toMatchObject({ status: 200 });
  expect(await logIn(email, password)).toMatchObject({ status: 200 });
});

test.each<[string, (email: string) => string, string]>([
  ['too short', () => 'fourteen chars', 'too-short'],
  ['known', () => 'correct horse battery staple', 'guessable'],
  ['the email of the user', (email) => email, 'guessable'],
  ['of two lines', () => 'two lines\nof a new password', 'malformed'],
  ['too long', () => 'x9 '.repeat(342), 'too-long'],
])('a new password that commands refuse is refused, and is no attempt: %s', async (_, make, code) => {
  const { token, email } = await newTenant();
  const evaluations = vi.spyOn(bcrypt, 'compare');

  const reply = await change({ token }, { currentPassword: 'a guess', newPassword: make(email) });

  expect(reply).toMatchObject({ status: 422, body: { errors: [{ field: 'newPassword', code }] } });
  expect(evaluations).not.toHaveBeenCalled();
  evaluations.mockRestore();
});

test('of changes at once one wins, and a login at the same time begins no session that goes on', async () => {
  const { token, userId, email } = await newTenant();
  const other = await signIn(userId);
  const sourceIp = newAddress();

  const [first, second, login] = await Promise.all([
    change({ token, sourceIp }),
    change({ token: other.token, sourceIp }, { newPassword: `${newPassword} at noon` }),
    logIn(email, password),
  ]);

  expect([first, second].filter(({ status }) => status === 200)).toHaveLength(1);
  expect([first, second].map(({ status }) => status).toSorted()).toEqual([200, expect.toBeOneOf([401, 422])]);
  const begun = await invoke('details', {}, { token: login.body.access_token ?? '' });
  expect(begun.status).toBe(401);
});

test('a user who is disabled while the password is checked keeps the old one', async () => {
  const { token, userId, email } = await newTenant();
  const compare = bcrypt.compare;
  const asOperator = AsyncLocalStorage.snapshot();
  const evaluations = vi.spyOn(bcrypt, 'compare').mockImplementation(async (...given) => {
    await asOperator(() => enableUser(table, userId, false, changeAt()));
    return compare(...(given as Parameters<typeof compare>));
  });

  expect(await change({ token })).toMatchObject({ status: 401, body: { code: 'session.ended' } });

  evaluations.mockRestore();
  await enableUser(table, userId, true, changeAt());
  expect(await logIn(email, password)).toMatchObject({ status: 200 });
});
