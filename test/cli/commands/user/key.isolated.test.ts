import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exitCodes } from '../../../../cli/errors.ts';
import { changeRole } from '../../../../shared/identity/user.ts';
import { admin, adminData } from '../../../support/call/admin.ts';
import { invoke } from '../../../support/call/invoke.ts';
import { consentOf, newTenant } from '../../../support/make/builders.ts';
import { changeAt } from '../../../support/make/changes.ts';
import { passTime, setTime } from '../../../support/make/clock.ts';
import { table } from '../../../support/make/table.ts';

const folder = mkdtempSync(join(tmpdir(), 'keys-'));

test('a key is made, shown once, used, listed and ended', async () => {
  setTime('2026-11-20T12:00:00Z');
  const tenant = await newTenant();
  const { email, userId, accountId } = tenant;

  const { key: token, ...made } = await adminData(
    'user',
    'key',
    'create',
    email,
    '--note',
    'shop back end',
    '--role',
    'reader',
    '--ends',
    '2026-11-22',
  );
  const plain = {
    id: expect.stringMatching(/^[0-9a-f]{16}$/),
    userId,
    accountId,
    state: 'in force',
    role: 'reader',
    note: 'shop back end',
    createdAt: '2026-11-20T12:00:00.000Z',
    createdBy: expect.stringMatching(/./),
    endsAt: '2026-11-23T00:00:00.000Z',
    endedAt: null,
    usedOn: null,
  };
  expect(made).toEqual(plain);
  expect(await invoke('addConsent', consentOf(tenant), { token })).toMatchObject({ status: 403 });
  expect(await invoke('listProjects', {}, { token })).toMatchObject({ status: 200 });
  const used = { ...made, usedOn: '2026-11-20' };
  expect(await adminData('user', 'key', 'list', email)).toEqual([used]);
  expect(await adminData('user', 'key', 'list', '--account', accountId)).toEqual([used]);
  const { stdout } = await admin('user', 'key', 'list', email);
  expect(stdout).toContain('shop back end');
  expect(stdout).not.toContain(token.slice(45, 78));

  passTime(1_000);
  const ended = { ...used, state: 'ended', endedAt: '2026-11-20T12:00:01.000Z' };
  expect(await adminData('user', 'key', 'end', email, made.id, '--yes', '--reason', 'lost')).toEqual(ended);
  expect(await adminData('user', 'key', 'end', email, made.id, '--yes')).toEqual(ended);
  expect((await invoke('details', {}, { token })).body.code).toBe('key.ended');
  const entries = await adminData('operations', 'list', '--target', `keyId=${made.id}`);
  expect(entries).toMatchObject([
    { command: 'user key end', target: { accountId, userId, keyId: made.id }, reason: 'lost' },
    { command: 'user key create', target: { accountId, userId, keyId: made.id, role: 'reader' } },
  ]);
});

test('who disables a user is first told that its keys are refused too', async () => {
  const tenant = await newTenant();
  const ask = async () => (await admin('user', 'disable', tenant.email)).stderr;

  expect(await ask()).not.toContain('What calls with');
  const { id } = await adminData('user', 'key', 'create', tenant.email);
  await adminData('user', 'key', 'create', tenant.email);
  expect(await ask()).toContain('1 session ends. What calls with one of the 2 keys of the user is refused. Go on?');
  await adminData('user', 'key', 'end', tenant.email, id, '--yes');
  expect(await ask()).toContain('What calls with the key of the user is refused.');
});

test('with --out a key is in a new file that only its owner may read, and nowhere else', async () => {
  const tenant = await newTenant();
  const file = join(folder, 'shop.key');

  const { stdout, stderr } = await admin('user', 'key', 'create', tenant.email, '--out', file);
  const token = readFileSync(file, 'utf8').trimEnd();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(stdout + stderr).not.toContain('crk_');
  expect(stdout).toContain(file);
  expect(await invoke('addConsent', consentOf(tenant), { token })).toMatchObject({ status: 200 });

  const again = await admin('user', 'key', 'create', tenant.email, '--out', file);
  expect(again).toMatchObject({ exitCode: exitCodes.usage, stderr: expect.stringContaining('already exists') });
  expect(await adminData('user', 'key', 'list', tenant.email)).toHaveLength(1);
});

test('only the key of an editor may be narrower, and one that has passed its end is expired', async () => {
  setTime('2026-11-20T12:00:00Z');
  const { email, userId, accountId } = await newTenant();
  await adminData('user', 'key', 'create', email, '--ends', '2026-11-20T12:30');
  passTime(3_600_000);
  expect(await adminData('user', 'key', 'list', email)).toMatchObject([{ state: 'expired', role: null, note: null }]);

  await changeRole(table, { id: userId, accountId }, 'reader', changeAt());
  expect(await admin('user', 'key', 'create', email, '--role', 'sender')).toMatchObject({
    exitCode: exitCodes.usage,
    stderr: expect.stringContaining('Only the key of an editor'),
  });
});

test.each([
  ['2027-12-31', '2027-12-31'],
  ['2027-12', '2027-12-31'],
  ['2027-12-31T12:30', '2027-12-31 12:30'],
  ['2027-12-31T12:30:15', '2027-12-31 12:30:15'],
  ['2027-12-31T23:59', '2027-12-31'],
])('the end of a key that was typed as %s is shown as %s', async (typed, shown) => {
  const { email } = await newTenant();

  const made = await admin('user', 'key', 'create', email, '--ends', typed);

  expect(made.stdout).toMatch(new RegExp(`^ends +${shown}$`, 'm'));
  expect((await admin('user', 'key', 'list', email)).stdout).toContain(shown);
});

test('a key that is typed where none belongs is not repeated', async () => {
  const { email } = await newTenant();
  const { id, userId, key: token } = await adminData('user', 'key', 'create', email);

  const ending = await admin('user', 'key', 'end', email, token, '--yes');
  expect(ending.stderr).toContain(`Its id is ${id}, of user ${userId}: end the key.`);
  expect(ending.stderr).not.toContain(token.slice(45, 78));
  for (const words of [
    ['user', 'key', 'list', token],
    ['user', 'show', token],
    ['user', token],
    ['project', 'list', '--account', token],
    ['user', 'key', 'create', email, '--reason', token],
  ]) {
    for (const json of [[], ['--json']]) {
      const { exitCode, stdout, stderr } = await admin(...words, ...json);
      expect({ words, exitCode }).not.toMatchObject({ exitCode: 0 });
      expect(stdout + stderr).not.toContain(token.slice(45, 78));
    }
  }
});
