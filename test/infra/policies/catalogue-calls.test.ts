import { join } from 'node:path';
import { expect, test } from 'vitest';
import { beginRun, finishRun } from '../../../shared/consents/erasure/erasure-run.ts';
import { valueIndexes } from '../../../shared/consents/indexes.ts';
import { findAccount } from '../../../shared/identity/account.ts';
import { listSessions } from '../../../shared/identity/session.ts';
import { actAs } from '../../support/actor.ts';
import { admin, adminData, runAdmin } from '../../support/admin.ts';
import { addConsent, newTenant, signIn } from '../../support/builders.ts';
import { changeAt } from '../../support/change.ts';
import { useDeployedStage } from '../../support/deployed-stage.ts';
import { erase } from '../../support/erase.ts';
import { newPath } from '../../support/export-folder.ts';
import { putEveryForm } from '../../support/export-stock.ts';
import { newFolder } from '../../support/folder.ts';
import { invoke } from '../../support/invoke.ts';
import { noise } from '../../support/noise.ts';
import { privacyFiles, writeNoticeFolder } from '../../support/notice-folder.ts';
import { erasures, table } from '../../support/table.ts';

await useDeployedStage();

const { accountId: account, userId: user } = await adminData(
  'setup',
  '--account',
  'My Shop',
  '--user',
  'Ada',
  '--email',
  'ada@shop.example',
  '--project',
  'my-shop',
  '--generate-password',
);

const changed = { ...privacyFiles, 'eng.html': '<p>We process your data for ten years.</p>\n' };

/** Calls that name the same thing in every way that there is, for the rights that each way needs. */
const calls: readonly (readonly [command: string, ...words: readonly string[]])[] = [
  ['account show', account],
  ['account show', 'My Shop'],
  ['account rename', account, 'Our Shop'],
  ['account rename', 'Our Shop', 'My Shop'],
  ['account disable', account, '--yes'],
  ['account disable', 'My Shop', '--yes'],
  ['account enable', account],
  ['account enable', 'My Shop'],
  ['account disable', 'My Shop', '--yes'],
  ['account enable', 'My Shop'],
  ['project create', 'blog', 'Blog'],
  ['project create', 'news', 'News', '--account', account],
  ['project list'],
  ['project list', '--account', account],
  ['project list', '--account', 'My Shop'],
  ['project show', 'blog'],
  ['project show', 'blog', '--account', account],
  ['project rename', 'blog', 'Our blog'],
  ['project rename', 'blog', 'Blog', '--account', account],
  ['user create', 'Bo', 'bo@shop.example', '--generate-password', '--account', account],
  ['user create', 'Cy', 'cy@shop.example', '--generate-password', '--role', 'reader'],
  ['user list'],
  ['user list', '--account', account],
  ['user show', 'ada@shop.example'],
  ['user show', String(user)],
  ['user sessions', 'ada@shop.example'],
  ['user sessions', String(user)],
  ['consent due'],
  ['consent due', '--project', 'my-shop'],
  ['consent list'],
  ['consent list', '--project', 'my-shop'],
  ['report'],
  ['report', '--by', 'state'],
  ['report', '--by', 'gap'],
  ['erasure requests'],
  ['operations list'],
  ['operations list', '--account', account],
  ['operations list', '--account', 'My Shop'],
];

test.each(calls.map((call) => [call.join(' '), call] as const))('%s', async (_line, [command, ...words]) => {
  const { exitCode, stderr } = await admin(...command.split(' '), ...words);

  expect(exitCode, stderr).toBe(0);
});

test('user end-session: one session, then all', async () => {
  await signIn(user);
  const [session] = await listSessions(table, user);
  await signIn(user);

  for (const which of [session?.id ?? '', '--all']) {
    expect(await admin('user', 'end-session', 'ada@shop.example', which, '--yes')).toMatchObject({ exitCode: 0 });
  }
});

test('notices: published by a first version and a next one, then looked at', async () => {
  for (const folder of [await writeNoticeFolder(), await writeNoticeFolder(changed)]) {
    expect(await admin('notice', 'publish', folder, '--account', account)).toMatchObject({ exitCode: 0 });
  }
  expect(await admin('notice', 'publish', await writeNoticeFolder())).toMatchObject({ exitCode: 0 });

  for (const way of [[], ['--account', account]]) {
    for (const words of [['list'], ['show', 'privacy'], ['show', 'privacy', '1'], ['history', 'privacy']]) {
      expect(await admin('notice', ...words, ...way)).toMatchObject({ exitCode: 0 });
    }
    expect(await admin('notice', 'diff', 'privacy', '1', '2', ...way)).toMatchObject({ exitCode: 0 });
    expect(await admin('notice', 'retire', 'privacy', ...way, '--yes')).toMatchObject({ exitCode: 0 });
    expect(await admin('notice', 'retire', 'privacy', ...way, '--undo', '--yes')).toMatchObject({ exitCode: 0 });
  }
});

test('one account: a person is looked for without its name', async () => {
  expect(await admin('person', 'show', 'email=nobody@example.com')).toMatchObject({ exitCode: 3 });
  expect(await admin('person', 'export', 'email=nobody@example.com', '--check')).toMatchObject({ exitCode: 3 });
  expect(await admin('person', 'erased', 'email=nobody@example.com')).toMatchObject({ exitCode: 3 });
  expect(await admin('consent', 'purge', '--ended-before', '2020-01-01', '--check')).toMatchObject({ exitCode: 0 });
});

/** Long enough to be kept apart: a proof that several consents share, and that of a revocation. */
const long = noise(40_000).toString('hex');

test('consents: one that shares its proof and is revoked with a long one, shown; and all counted', async () => {
  const tenant = await newTenant({ notices: 2 });
  const pids = tenant.notices.map(({ pid }) => pid);
  const { data = [] } = await addConsent(tenant, { consentInformationPid: pids, proof: { html: long } });
  const id = data[1]?.consentId ?? '';
  const revocation = await invoke('revokeConsent', { id, proof: { html: long } }, tenant);
  expect(revocation).toMatchObject({ status: 200 });

  expect(await runAdmin('evidence', 'add-key', '--stage', 'prod')).toMatchObject({ exitCode: 0 });
  for (const way of [[], ['--account', tenant.accountId]]) {
    expect(await admin('consent', 'show', id, ...way)).toMatchObject({ exitCode: 0 });
    expect(await runAdmin('evidence', 'show', id, ...way, '--stage', 'prod')).toMatchObject({ exitCode: 0 });
  }
  const out = join(newFolder(), 'ada');
  const whose = ['email=ada@example.com', '--account', tenant.accountId];
  expect(await adminData('person', 'export', ...whose, '--out', out)).toMatchObject({ consents: 2, proofFiles: 3 });
  for (const way of [[], ['--project', tenant.projectUid], ['--notice', String(tenant.pid)]]) {
    const words = ['report', '--by', 'notice', '--account', tenant.accountId, ...way, '--stage', 'prod'];
    expect(await runAdmin(...words)).toMatchObject({ exitCode: 0 });
  }
  const byGap = await runAdmin('report', '--by', 'gap', '--account', tenant.accountId, '--stage', 'prod');
  expect(byGap).toMatchObject({ exitCode: 0 });
});

test('consents of every form are exported', async () => {
  const tenant = await newTenant({ notices: 2 });
  const { name } = (await findAccount(table, tenant.accountId)) ?? { name: '' };
  await putEveryForm(tenant);

  for (const way of [tenant.accountId, name]) {
    const words = ['consent', 'export', newPath(), '--account', way, '--stage', 'prod'];
    expect(await runAdmin(...words)).toMatchObject({ exitCode: 0 });
  }
});

/** A value of each key that has an index, and of one of the caller's own. */
const person = {
  ...Object.fromEntries(Object.keys(valueIndexes).map((key, i) => [key, `+39 02 1234 000${i}`])),
  loyalty_card: 'B-7',
};

const erasingCommands = ['command person erase', 'command consent purge'] as const;

test.each(erasingCommands)(
  '%s: a consent goes that keeps the proof of another, and its revocation',
  async (command) => {
    const tenant = await newTenant({ notices: 2 });
    const pids = tenant.notices.map(({ pid }) => pid);
    const { data = [] } = await addConsent(tenant, {
      consentInformationPid: pids,
      proof: { html: long },
      userData: person,
    });
    const id = data[0]?.consentId ?? '';
    await invoke('revokeConsent', { id, proof: { html: long } }, tenant);

    expect(await actAs(command, () => erase(tenant.accountId, [id]))).toMatchObject({ erased: 1 });
  },
);

test.each(erasingCommands)('%s: of an imported consent stays where it came from', async (command) => {
  const tenant = await newTenant({ notices: 2 });
  const { imported } = await putEveryForm(tenant);

  expect(await actAs(command, () => erase(tenant.accountId, [imported]))).toMatchObject({ erased: 1 });
});

test.each(erasingCommands)('%s: what was broken off is finished', async (command) => {
  const { accountId } = await newTenant();
  const run = await beginRun(table, accountId, 1, changeAt(), {});
  const manner = { newChange: () => changeAt() };

  expect(await actAs(command, () => finishRun({ table, erasures, accountId }, run, manner))).toMatchObject({
    erased: 0,
  });
});

test('people: asked for by each of their values whether they were erased', async () => {
  const tenant = await newTenant();
  for (const [key, value] of Object.entries(person)) {
    const words = ['person', 'erased', `${key}=${value}`, '--account', tenant.accountId];
    expect(await admin(...words), key).toMatchObject({ exitCode: 3 });
  }
});

test('people: found by each of their values', async () => {
  const tenant = await newTenant();
  await addConsent(tenant, { userData: person });
  const list = (...words: string[]) =>
    adminData('consent', 'list', '--project', tenant.projectUid, '--account', tenant.accountId, ...words);

  expect(await list()).toHaveLength(1);
  expect(await list('--notice', String(tenant.pid), '--version', '1')).toHaveLength(1);
  for (const [key, value] of Object.entries(person)) {
    expect(await list('--person', `${key}=${value}`), key).toHaveLength(1);
    const shown = await adminData('person', 'show', `${key}=${value}`, '--account', tenant.accountId);
    expect(shown.timeline, key).toHaveLength(1);
    const words = ['person', 'export', `${key}=${value}`, '--check', '--account', tenant.accountId];
    expect(await adminData(...words), key).toMatchObject({ consents: 1 });
  }
});

test('people who must be asked again: each told from others by another value', async () => {
  const tenant = await newTenant();
  for (const [key, value] of Object.entries(person)) {
    await addConsent(tenant, { lang: 'fra', userData: { [key]: value } });
  }
  const words = ['consent', 'due', '--account', tenant.accountId];

  expect(await adminData(...words)).toHaveLength(Object.keys(person).length);
  expect(await adminData(...words, '--project', tenant.projectUid, '--notice', String(tenant.pid))).not.toEqual([]);
});
