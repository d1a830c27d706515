import { expect, test } from 'vitest';
import { listLogEntries } from '../../../shared/identity/operations-log.ts';
import { admin, adminData, ended } from '../../support/call/admin.ts';
import type { Parameters } from '../../support/call/event.ts';
import { invoke } from '../../support/call/invoke.ts';
import { recordCalls } from '../../support/call/requests.ts';
import type { Tenant } from '../../support/make/builders.ts';
import { addConsent, consentOf, findRecord, newTenant, noticeContent } from '../../support/make/builders.ts';
import { createNotice, privacyFiles, publishVersion, writeNoticeFolder } from '../../support/make/notices.ts';
import { readAll } from '../../support/make/stored.ts';
import { table } from '../../support/make/table.ts';

/** An account whose notice has two versions, and how the commands name them. */
const newNotice = async () => {
  const tenant = await newTenant();
  const content = noticeContent({ validityDays: 30 });
  await publishVersion(table, tenant.accountId, tenant.pid, content, new Date());
  const at = ['--account', tenant.accountId];
  const history = await adminData('notice', 'history', String(tenant.pid), ...at);
  const versionIds: string[] = history.map(({ id }: { id: string }) => id);
  const retire = (...words: readonly string[]) => admin('notice', 'retire', String(tenant.pid), ...at, ...words);
  return { tenant, at, versionIds, retire, name: tenant.notices[0]?.name ?? '' };
};

const add = (tenant: Tenant, overrides: Parameters) =>
  invoke('addConsent', consentOf(tenant, overrides), { token: tenant.token });

const detail = 'This notice is retired: nothing new is recorded for it. Show and send another notice.';

test('nothing new is recorded for a retired notice, by PID or by any version; taken back, it is as before', async () => {
  const { tenant, versionIds, retire } = await newNotice();
  const other = await createNotice(table, tenant.accountId, noticeContent(), new Date());
  const ways: readonly [parameters: Parameters, field: string][] = [
    [{ consentInformationPid: tenant.pid }, 'consentInformationPid'],
    [{ consentInformationPid: [other.pid, tenant.pid] }, 'consentInformationPid[1]'],
    ...versionIds.map((id): [Parameters, string] => [
      { consentInformationVersionId: id },
      'consentInformationVersionId',
    ]),
    [{ consentInformationVersionId: [other.versionId, versionIds[0] ?? ''] }, 'consentInformationVersionId[1]'],
  ];
  expect(versionIds).toHaveLength(2);
  await addConsent(tenant);
  expect(await retire('--yes')).toMatchObject({ exitCode: 0 });
  const before = await readAll();

  for (const [parameters, field] of ways) {
    const { result, calls } = await recordCalls(() => add(tenant, parameters));
    expect(result).toMatchObject({ status: 422, body: { code: 'parameters.invalid' } });
    expect(result.body.errors).toEqual([{ field, code: 'retired', detail }]);
    expect(calls).toEqual(['BatchGetItem']);
  }
  expect(await readAll()).toEqual(before);

  expect(await retire('--undo', '--yes')).toMatchObject({ exitCode: 0 });
  for (const [parameters] of ways) expect(await add(tenant, parameters)).toMatchObject({ status: 200 });
});

test('a request for an unknown and a retired notice gets both errors', async () => {
  const { tenant, retire } = await newNotice();
  await retire('--yes');

  const { body } = await add(tenant, { projectUid: 'nowhere', consentInformationPid: [999_999, tenant.pid] });

  expect(body.errors).toMatchObject([
    { field: 'projectUid', code: 'unknown' },
    { field: 'consentInformationPid[0]', code: 'unknown' },
    { field: 'consentInformationPid[1]', code: 'retired' },
  ]);
});

test('what was recorded stays: searches, notices, records and revocations are as before', async () => {
  const { tenant, versionIds, retire } = await newNotice();
  const { pid, token } = tenant;
  const { consentId: id } = await addConsent(tenant);
  const questions = [
    () => invoke('searchConsents', { userData: { email: 'ada@example.com' } }, { token }),
    () =>
      invoke('searchConsents', { userData: '', projectUid: tenant.projectUid, consentInformationPid: pid }, { token }),
    () => invoke('searchConsents', { userData: '', id, consentInformationVersionId: versionIds[1] }, { token }),
    () => invoke('getNotices', { pid }, { token }),
  ];
  const ask = async () => {
    const answers: unknown[] = [];
    for (const question of questions) {
      const { status, body } = await question();
      expect(status).toBe(200);
      answers.push(body);
    }
    return answers;
  };
  const before = await ask();

  await retire('--yes');

  expect(await ask()).toEqual(before);
  expect(await invoke('revokeConsent', { id, proof: { url: 'x' } }, { token })).toMatchObject({ status: 200 });
  expect(await findRecord(tenant, id)).toMatchObject({ revoked: true });
});

test('--check says what would be done and does nothing; what is done is not done twice', async () => {
  const { tenant, name, retire } = await newNotice();
  const { pid, accountId } = tenant;
  const foreseen = `From now on, nothing can be recorded for notice "${name}": \`add\` answers 422. Its consents stay as they are.`;
  const before = await readAll();

  const check = await retire('--check');
  expect(check).toMatchObject({ exitCode: 6, stdout: `${name}: would be retired, PID ${pid}, 2 versions\n` });
  expect(check.stderr).toContain(`${foreseen}\nconsent-register: Notice "${name}" would be retired.\n`);
  const label = `table ${table.name} in local`;
  const question = `${foreseen} It has 2 versions on ${label}. Go on? Confirm with --yes.`;
  expect(await retire()).toEqual(ended('usage', question, label));
  expect(await retire('--undo', '--check')).toMatchObject({
    exitCode: 0,
    stdout: `${name}: in use, PID ${pid}, 2 versions\n`,
  });
  expect(await readAll()).toEqual(before);

  const done = await retire('--yes', '--reason', 'no newsletter any more');
  expect(done.stdout).toMatch(new RegExp(`^${name}: retired since [\\d-]{10} [\\d:]{8}, PID ${pid}, 2 versions\n$`));
  const [entry] = await listLogEntries(table, 1);
  expect(entry).toMatchObject({ command: 'notice retire', reason: 'no newsletter any more' });
  expect(entry?.target).toEqual({ accountId, pid, notice: name, versions: 2, retired: true, retiredAt: entry?.at });
  const retired = await readAll();
  expect((await retire('--yes')).stdout).toContain(`${name}: retired already, since `);
  expect((await retire('--check')).exitCode).toBe(0);
  expect(await readAll()).toEqual(retired);

  const undo = await retire('--undo', '--check');
  expect(undo).toMatchObject({ exitCode: 6, stdout: expect.stringContaining(`${name}: retired since `) });
  expect(await retire('--undo', '--yes')).toMatchObject({ stdout: `${name}: in use, PID ${pid}, 2 versions\n` });
  expect((await listLogEntries(table, 1))[0]?.target).toMatchObject({ pid, retired: false });
  const { retiredAt: _, ...facts } = await adminData('notice', 'retire', String(pid), '--account', accountId, '--yes');
  expect(facts).toEqual({ name, pid, outcome: 'retired', versions: 2, versionsLeft: 0 });
});

test('lists, versions and histories show since when', async () => {
  const { at, name, retire, versionIds } = await newNotice();
  const timesOf = async () => {
    const list = await adminData('notice', 'list', ...at);
    const history = await adminData('notice', 'history', name, ...at);
    const shown = await adminData('notice', 'show', name, ...at);
    return [...list, ...history, shown].map(({ retiredAt }: { retiredAt?: string }) => retiredAt);
  };
  expect(await timesOf()).toEqual([undefined, undefined, undefined, undefined]);

  const { retiredAt } = await adminData('notice', 'retire', name, ...at, '--yes');

  expect(await timesOf()).toEqual([retiredAt, retiredAt, retiredAt, retiredAt]);
  const { stdout } = await admin('notice', 'list', ...at);
  expect(stdout).toMatch(
    new RegExp(
      `^pid +name +version +retired +version id[^]+  ${retiredAt.slice(0, 10)} [\\d:]{8}  ${versionIds[1]?.slice(0, 16)}`,
    ),
  );
  await retire('--undo', '--yes');
  expect(await timesOf()).toEqual([undefined, undefined, undefined, undefined]);
});

test('nothing is published to a retired notice, with a check or without; a folder that says the same is let be', async () => {
  const { accountId } = await newTenant();
  const at = ['--account', accountId];
  const folder = await writeNoticeFolder();
  const changed = await writeNoticeFolder({ ...privacyFiles, 'eng.html': '<p>Another text.</p>' });
  const other = await writeNoticeFolder({
    ...privacyFiles,
    'notice.json': { name: 'other', title: { eng: 'O', ita: 'A' } },
  });
  const [{ pid }] = await adminData('notice', 'publish', folder, ...at);
  await adminData('notice', 'retire', 'privacy', ...at, '--yes');
  const before = await readAll();

  for (const words of [[], ['--check']]) {
    expect(await admin('notice', 'publish', other, changed, ...at, ...words)).toEqual(
      ended(
        'refused',
        'privacy: the notice is retired, so no new version can be published. `notice retire privacy --undo` allows it again.',
        `table ${table.name} in local`,
      ),
    );
  }
  expect(await readAll()).toEqual(before);
  expect(await admin('notice', 'publish', folder, ...at)).toMatchObject({
    exitCode: 0,
    stdout: `privacy: version 1 says the same, PID ${pid}, retired\n`,
  });

  await adminData('notice', 'retire', 'privacy', ...at, '--undo', '--yes');
  expect(await adminData('notice', 'publish', changed, ...at)).toMatchObject([{ outcome: 'published', version: 2 }]);
});

test('nobody is asked again for a retired notice', async () => {
  const { tenant, at, retire, versionIds } = await newNotice();
  await addConsent(tenant, { consentInformationVersionId: versionIds[1], lang: 'fra' });
  expect(await adminData('consent', 'due', ...at)).toHaveLength(1);

  await retire('--yes');

  expect(await adminData('consent', 'due', ...at)).toEqual([]);
});
