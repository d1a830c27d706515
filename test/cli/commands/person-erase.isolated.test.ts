import { expect, test } from 'vitest';
import { describeBackups } from '../../../cli/stage/stage.ts';
import { findUndonePlans } from '../../../shared/consents/erasure/erasures.ts';
import { listLogEntries } from '../../../shared/identity/operations-log.ts';
import { longestBackupDays, restorableDays } from '../../../shared/runtime/stage.ts';
import { keyOf, logKeyOf } from '../../../shared/store/keys.ts';
import { queryItems } from '../../../shared/store/read.ts';
import { admin, adminData, runAdmin } from '../../support/call/admin.ts';
import { invoke } from '../../support/call/invoke.ts';
import type { Tenant } from '../../support/make/builders.ts';
import { addConsent, findRecord, newTenant } from '../../support/make/builders.ts';
import { changeConsent, erase as eraseIds, writePlan } from '../../support/make/changes.ts';
import { useDeployedStage } from '../../support/make/deployed-stage.ts';
import { editItem } from '../../support/make/stored.ts';
import { erasures, logTable, table } from '../../support/make/table.ts';

const ada = { email: 'ada@example.com', customer: { label: 'Number', value: 'C-1' } };

/** A tenant with two notices: Ada has agreed to both, withdrawn one, and once with another email; Bo has agreed as well. */
const newShop = async () => {
  const tenant = await newTenant({ notices: 2 });
  const [one, two] = tenant.notices;
  const first = await addConsent(tenant, { userData: ada });
  const withdrawn = await addConsent(tenant, {
    userData: { email: 'ADA@example.com' },
    consentInformationPid: two?.pid,
  });
  await invoke(
    'revokeConsent',
    { id: withdrawn.consentId, proof: { url: 'https://x.example' } },
    { token: tenant.token },
  );
  const elsewhere = await addConsent(tenant, { userData: { email: 'ada@work.example', customer: 'c-1' } });
  const other = await addConsent(tenant, { userData: { email: 'bo@example.com' } });
  const ids = [first, withdrawn, elsewhere, other].map(({ consentId }): string => consentId);
  return { tenant, names: [one?.name, two?.name], ids };
};

const words = ({ accountId }: Tenant, ...more: readonly string[]) => [...more, '--account', accountId];

test('a consent that has the values although the table has it as erased is entered in the journal', async () => {
  const tenant = await newTenant();
  const { consentId } = await addConsent(tenant, { userData: ada });
  const eraseTime = new Date();
  const mark = { ':time': eraseTime.toISOString() };
  await editItem(table, keyOf.consent(tenant.accountId, consentId), 'SET eraseTime = :time', mark);
  const journal = async () =>
    (await queryItems(logTable, logKeyOf.journalOfConsent(consentId, ''))).map(({ SK }) => SK);
  const eraseAda = (...more: readonly string[]) =>
    admin('person', 'erase', 'email=ada@example.com', ...words(tenant, ...more));

  expect(await eraseAda('--check')).toMatchObject({ exitCode: 3, stdout: '' });
  expect(await journal()).toEqual([]);
  expect(await eraseAda('--yes')).toMatchObject({ exitCode: 3, stdout: '' });
  expect(await journal()).toEqual([`erased#${eraseTime.getTime()}#`]);
});

test('shows what would be erased, and changes nothing without confirmation', async () => {
  const { tenant, names, ids } = await newShop();
  const [first = '', withdrawn = ''] = ids;
  const before = await findRecord(tenant, first);

  const told = JSON.parse(
    (await admin('person', 'erase', 'email=ada@example.com', ...words(tenant, '--check', '--json'))).stdout,
  );
  const { stdout, stderr, exitCode } = await admin(
    'person',
    'erase',
    'email=ada@example.com',
    ...words(tenant, '--check'),
  );
  const asked = await admin('person', 'erase', 'email=ada@example.com', ...words(tenant));

  expect(told).toEqual({
    extent: 'evidence',
    consentIds: [withdrawn, first],
    groups: [
      { consentInformationName: names[0], consentInformationPid: tenant.pid, state: 'active', consents: 1 },
      {
        consentInformationName: names[1],
        consentInformationPid: tenant.notices[1]?.pid,
        state: 'revoked',
        consents: 1,
      },
    ],
    active: 1,
    unconfirmed: 0,
    differing: [],
    values: [
      { key: 'email', value: 'ADA@example.com', consents: 1 },
      { key: 'email', value: 'ada@example.com', consents: 1 },
      { key: 'customer', label: 'Number', value: 'C-1', consents: 1 },
    ],
    further: [{ key: 'customer', value: 'C-1', consents: 1, isLeast: false }],
    unfinished: [],
  });
  expect({ exitCode, stderr }).toMatchObject({
    exitCode: 6,
    stderr: expect.stringMatching(/: 2 consents would be erased\.\n$/),
  });
  expect(stdout).toMatch(
    /^Consents\n[\s\S]+customer +C-1 +1\n[\s\S]+To be erased: 2 consents\. .+ 1 consent in force counts as revoked/,
  );
  expect(asked).toMatchObject({
    exitCode: 2,
    stdout: '',
    stderr: expect.stringMatching(/cannot be undone.+Confirm with --yes/),
  });
  expect(await findRecord(tenant, first)).toEqual(before);
});

test('erases, says what to do next, and answers later by the reference of the request', async () => {
  const { tenant, ids } = await newShop();
  const [first = '', withdrawn = '', elsewhere = '', other = ''] = ids;
  const untouched = await Promise.all([elsewhere, other].map((id) => findRecord(tenant, id)));
  const ever = await admin('person', 'erased', 'DSR-2026/114', ...words(tenant));

  const done = await admin(
    'person',
    'erase',
    'email=Ada@Example.com',
    ...words(tenant, '--yes', '--reason', 'a letter', '--reference', 'DSR-2026/114'),
  );

  expect(ever).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('erased nobody for this reference') });
  expect(done).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(
      /^Erased on .+: 2 consents\.\nErasure [0-9a-f]{32}: `npm run admin -- operations list [\s\S]+\nNext: erase the person[\s\S]+person erased DSR-2026\/114 --account .+` shows/,
    ),
  });
  expect(await findRecord(tenant, first)).toMatchObject({
    userData: {},
    proof: {},
    revoked: true,
    revokeChannel: null,
  });
  expect(await findRecord(tenant, withdrawn)).toMatchObject({ userData: {}, proof: {}, revokeChannel: 'web' });
  expect(await Promise.all([elsewhere, other].map((id) => findRecord(tenant, id)))).toEqual(untouched);

  const erased = await adminData('person', 'erased', 'DSR-2026/114', ...words(tenant));
  expect(erased).toMatchObject([{ extent: 'evidence', consentIds: [withdrawn, first], undone: 0 }]);
  const { stdout } = await admin('person', 'erased', 'DSR-2026/114', ...words(tenant));
  expect(stdout).toMatch(/^Yes: 2 consents erased for this reference\.\n\ntime /);
  for (const who of [
    ['person', 'show', 'email=ada@example.com'],
    ['consent', 'list', '--person', 'email=ada@example.com'],
  ]) {
    const { stderr } = await admin(...who, ...words(tenant));
    expect(stderr).toContain('`npm run admin -- person erased <reference> --account ');
  }
});

test('the operations log says what was planned and what was done, and nothing of the person', async () => {
  const { tenant } = await newShop();
  await adminData('person', 'erase', 'email=ada@example.com', ...words(tenant, '--yes', '--reason', 'a letter'));

  const [end, begin] = await listLogEntries(table, 2);
  const erasure = begin?.target.erasure;
  const { accountId } = tenant;
  expect(erasure).toMatch(/^[0-9a-f]{32}$/);
  expect(begin).toMatchObject({
    command: 'person erase',
    target: { accountId, erasure, consents: 2, extent: 'evidence' },
  });
  expect(end).toMatchObject({ target: { accountId, erasure, erased: 2, before: 0, missing: 0, ended: true } });
  expect(JSON.stringify([end, begin])).not.toMatch(/ada@/i);
});

test('with everything a count stays', async () => {
  const { tenant, ids } = await newShop();
  const erase = (...more: readonly string[]) =>
    admin('person', 'erase', 'email=ada@example.com', '--yes', ...words(tenant, ...more));

  const { stderr, stdout } = await erase('--everything');

  expect(stderr).toMatch(/To be erased with --everything: 2 consents\. Only a count stays/);
  expect(stdout).toMatch(/^Erased on .+: 2 consents\./);
  expect(await erase('--everything')).toMatchObject({ exitCode: 3 });
  for (const id of ids.slice(0, 2)) expect(await admin('consent', 'show', id)).toMatchObject({ exitCode: 3 });
});

test('what came back is not called erased', async () => {
  const tenant = await newTenant();
  const { consentId } = await addConsent(tenant, { userData: ada });
  const planned = { time: new Date(), by: 'local:ada', extent: 'evidence', reference: 'DSR-7' } as const;
  await writePlan(erasures, tenant.accountId, { ...planned, consentIds: [consentId] });

  const { stdout } = await admin('person', 'erased', 'DSR-7', ...words(tenant));

  expect(stdout).toMatch(
    /^Not yet: 1 of 1 consent are not erased\. Run `npm run admin -- person erase --replay --account .+`\./,
  );
});

test.each([
  ['ada@example.com', 'May have letters from A to Z'],
  ['', 'Must not be empty'],
])('a reference %j is refused', async (reference, message) => {
  expect(await admin('person', 'erase', 'email=a@x.example', '--reference', reference)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining(message),
  });
});

test('a consent that cannot be read stays, and keeps nobody else from being erased', async () => {
  const tenant = await newTenant();
  const [damaged, sound, bo] = [
    await addConsent(tenant, { userData: { email: 'ada@example.com' } }),
    await addConsent(tenant, { userData: { email: 'ada@example.com' } }),
    await addConsent(tenant, { userData: { email: 'bo@example.com' } }),
  ];
  const { accountId } = tenant;
  const { consentId } = damaged;
  await changeConsent(accountId, consentId, 'SET userData = :torn', { ':torn': Buffer.from('torn') });
  const names = expect.stringContaining(`1 consent cannot be read, and is not erased: ${consentId}.`);

  for (const extent of ['evidence', 'everything'] as const) {
    const erasing = eraseIds(accountId, [consentId, sound.consentId], { extent });
    await expect(erasing).rejects.toMatchObject({ name: 'DamagedConsents', consentIds: [consentId] });
  }
  const replayed = await admin('person', 'erase', '--replay', '--yes', ...words(tenant));
  const erased = await admin('person', 'erase', 'email=bo@example.com', '--yes', ...words(tenant));

  expect(replayed).toMatchObject({ exitCode: 4, stderr: names });
  expect(erased).toMatchObject({ exitCode: 0, stderr: names });
  expect(await findRecord(tenant, bo.consentId)).toMatchObject({ userData: {} });
  await expect(findRecord(tenant, sound.consentId)).rejects.toThrow('no such consent');
  expect(await findUndonePlans(erasures, accountId)).toHaveLength(2);
});

test('consents that may be of several people are pointed out', async () => {
  const tenant = await newTenant();
  for (const first_name of ['Ada', 'Bo'])
    await addConsent(tenant, { userData: { phone: '+44 20 7946 0123', first_name } });

  const { stdout } = await admin('person', 'erase', 'phone=+442079460123', ...words(tenant, '--check'));

  expect(stdout).toMatch(/^Careful: these consents have different values of first_name, .+ before you erase anything/);
});

const aws = await useDeployedStage();

/** What the stack `prod` tells besides its tables. */
const tellBackups = (backups: Readonly<Record<string, string>>): void => {
  aws.stacks.set('ConsentRegister-prod', { ...aws.stacks.get('ConsentRegister-prod'), ...backups });
};

const eraseAda = async (): Promise<string> => {
  const tenant = await newTenant();
  await addConsent(tenant, { userData: { email: 'ada@example.com' } });
  const words = ['--account', tenant.accountId, '--stage', 'prod', '--yes', '--reason', 'a letter'];
  return (await runAdmin('person', 'erase', 'email=ada@example.com', ...words)).stdout;
};

test.each([
  ['none but those of DynamoDB', {}, restorableDays],
  ['those of AWS Backup, which are longer', { BackupDays: '400' }, 400],
  ['those of AWS Backup, which are shorter', { BackupDays: '7' }, restorableDays],
])('an erasure says how long backups have the person: %s', async (_, backups, days) => {
  tellBackups(backups);

  expect(await eraseAda()).toContain(`(Article 19 GDPR). Backups of the table expire after ${days} days.\n`);
});

test('of a table alone nobody knows whether AWS Backup keeps it longer', () => {
  expect(describeBackups({ backupDays: 'unknown' })).toBe(
    'Backups of the table expire after 35 days, those of AWS Backup after the `backupDays` of its stage.',
  );
  expect(longestBackupDays()).toBe(35);
});
