import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { admin, adminData } from '../support/call/admin.ts';

const names = ['Demo Shop', 'Other Shop'];

beforeAll(async () => {
  for (const name of names) await adminData('account', 'create', name);
  for (const name of names) await adminData('project', 'create', 'shop', name, '--account', name);
});

afterEach(() => {
  vi.unstubAllEnvs();
});

const nameOfProject = async (...words: readonly string[]) =>
  (await adminData('project', 'show', 'shop', ...words)).name;

test('without --account the account of the environment is taken', async () => {
  vi.stubEnv('CONSENT_REGISTER_ACCOUNT', 'Other Shop');

  expect(await nameOfProject()).toBe('Other Shop');
  expect(await nameOfProject('--account', 'Demo Shop')).toBe('Demo Shop');
});

test('an account is named by the first characters of its id too, as tables show it', async () => {
  const { id } = await adminData('account', 'show', 'Other Shop');
  const { stdout } = await admin('account', 'list');

  expect(stdout).toContain(`${id.slice(0, 16)}  Other Shop `);
  expect((await admin('account', 'list', '--full')).stdout).toContain(`${id}  Other Shop `);
  expect(await nameOfProject('--account', id.slice(0, 16))).toBe('Other Shop');
  const seconds = id.slice(0, 12);
  expect(await admin('account', 'show', `${seconds}ffff`)).toMatchObject({ exitCode: 3 });
});

test('an empty one is none', async () => {
  vi.stubEnv('CONSENT_REGISTER_ACCOUNT', '');

  expect(await admin('project', 'show', 'shop')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining(
      "There are 2 accounts: 'Demo Shop', 'Other Shop'. Name one, such as --account 'Demo Shop'.",
    ),
  });
});

test('one that is not there is named', async () => {
  vi.stubEnv('CONSENT_REGISTER_ACCOUNT', 'Demoshop');

  expect(await admin('project', 'show', 'shop')).toMatchObject({
    exitCode: 3,
    stderr: expect.stringContaining('There is no account "Demoshop".'),
  });
});

test('it hides nothing of the operations log, and nothing that an id finds', async () => {
  const other = await adminData(
    'user',
    'create',
    'Ada',
    'ada@other.example',
    '--account',
    'Other Shop',
    '--generate-password',
  );
  vi.stubEnv('CONSENT_REGISTER_ACCOUNT', 'Demo Shop');

  const log = await adminData('operations', 'list', '--command', 'account create');

  expect(log).toHaveLength(2);
  expect(await adminData('user', 'show', 'ada@other.example')).toMatchObject({ id: other.id });
});
