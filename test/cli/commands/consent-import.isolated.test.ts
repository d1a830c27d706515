import * as v from 'valibot';
import { expect, test } from 'vitest';
import { exitCodes } from '../../../cli/errors.ts';
import { deriveIdentifier, readImportKey } from '../../../shared/consents/exchange/import.ts';
import type { ConsentRecord } from '../../../shared/consents/record.ts';
import { EvidenceDocument } from '../../../shared/evidence/schema.ts';
import { toStatement } from '../../../shared/evidence/statement.ts';
import { listLogEntries } from '../../../shared/identity/operations-log.ts';
import { shortDigest } from '../../../shared/runtime/digest.ts';
import { timeOf, toIdentifier } from '../../../shared/runtime/identifier.ts';
import { admin, adminData, runAdmin } from '../../support/call/admin.ts';
import type { Parameters } from '../../support/call/event.ts';
import { invoke } from '../../support/call/invoke.ts';
import type { Tenant } from '../../support/make/builders.ts';
import { addConsent, findRecord, newTenant } from '../../support/make/builders.ts';
import { noise } from '../../support/make/chance.ts';
import { erase } from '../../support/make/changes.ts';
import { crmHeader, crmMapping, makeFolder } from '../../support/make/exports.ts';
import { createErasures } from '../../support/make/register-log.ts';
import { readAll, readAllItems } from '../../support/make/stored.ts';
import { erasures, table } from '../../support/make/table.ts';

const files = makeFolder();

/** A register with a mapping for the table of its CRM. */
const prepare = async (name: string, overrides: object = {}) => {
  const tenant = await newTenant();
  const [notice] = tenant.notices;
  const mapping = await files.put(`${name}.json`, crmMapping(tenant.projectUid, notice?.name ?? '', overrides));
  const write = (...rows: readonly string[]) => files.put(`${name}.csv`, [crmHeader, ...rows, ''].join('\n'));
  const words = (file: string) => [
    'consent',
    'import',
    file,
    '--mapping',
    mapping,
    '--source',
    'CRM',
    '--account',
    tenant.accountId,
  ];
  return { tenant, notice, mapping, write, words };
};

const search = async (
  { projectUid, token }: Tenant,
  parameters: Parameters = {},
): Promise<readonly ConsentRecord[]> => {
  const { status, body } = await invoke('searchConsents', { projectUid, userData: '', ...parameters }, { token });
  expect(status).toBe(200);
  return body.data;
};

/** The consents of a tenant, newest first, of which there are two. */
const searchTwo = async (tenant: Tenant): Promise<[ConsentRecord, ConsentRecord]> => {
  const [newer, older, ...others] = await search(tenant);
  if (newer === undefined || older === undefined || others.length > 0) throw new Error('There are not two consents.');
  return [newer, older];
};

const ada = '1,yes,2024-03-01 09:30:00,it,ada@example.com,Ada,https://shop.example/form,,x';
const bob = '2,yes,2024-03-02,en,bob@example.com,Bob,,2024-04-01 10:00:00,x';

test('imports a plain table: with original times, revocations, labels, and as what is marked as imported', async () => {
  const { tenant, notice, write, words } = await prepare('plain');
  const file = await write(ada, bob);

  const data = await adminData(...words(file), '--yes');

  expect(data).toMatchObject({ records: 2, imported: 2, there: 0, rejected: 0, rejectedFile: null });
  const [second, first] = await searchTwo(tenant);
  expect(first).toMatchObject({
    projectUid: tenant.projectUid,
    consentInformationPid: notice?.pid,
    lang: 'ita',
    channel: 'web',
    consentInformationVersionId: notice?.versionId,
    time: '2024-03-01 08:30:00',
    proof: { url: 'https://shop.example/form', source: 'The CRM' },
    userData: { email: 'ada@example.com', first_name: { label: 'Your name', value: 'Ada' } },
    revoked: false,
  });
  expect(timeOf(first.id)).toEqual(new Date('2024-03-01T08:30:00Z'));
  expect(second).toMatchObject({
    time: '2024-03-01 23:00:00',
    lang: 'eng',
    proof: { source: 'The CRM' },
    revoked: true,
    revokeTime: '2024-04-01 08:00:00',
    revokeChannel: 'web',
    revokeProof: { source: 'The CRM' },
  });
  const shown = await adminData('consent', 'show', second.id);
  expect(shown).toMatchObject({ observed: null, revocation: { observed: null } });
  expect(shown.imported).toMatchObject({ source: 'CRM', line: 3, observed: null });
  expect(shown.imported.by).toMatch(/^local:/);
  const { stdout } = await admin('consent', 'show', first.id);
  expect(stdout).toContain('Imported: the register did not observe how it was given');
  expect(stdout).toContain('\nThe text that the import named\n');
  expect(stdout).not.toContain('The text that was agreed to');
});

test('evidence of an imported consent says source it came, and has nothing as observed here', async () => {
  const { tenant, write, words } = await prepare('evidence');
  await adminData(...words(await write(ada, bob)), '--yes');
  const [second, first] = await searchTwo(tenant);
  const get = async (id: string, at: string) => {
    const { status, body } = await invoke('getEvidence', { id, at }, { token: tenant.token });
    expect(status).toBe(200);
    return toStatement(v.parse(EvidenceDocument, body).statement);
  };

  expect(await get(first.id, '2024-03-01')).toMatchObject({
    id: first.id,
    observed: null,
    revocation: null,
    imported: { source: 'CRM', line: 2, observed: null, revocationObserved: null },
    claimed: { proof: { url: 'https://shop.example/form', source: 'The CRM' }, noticeNamedBy: null },
    times: { given: '2024-03-01T08:30:00.000Z' },
    state: { state: 'active' },
    completeness: { gaps: expect.arrayContaining(['imported']) },
  });
  expect(await get(second.id, '2024-04')).toMatchObject({
    observed: null,
    revocation: { claimed: { proof: { source: 'The CRM' } }, observed: null },
    state: { state: 'revoked', since: '2024-04-01T08:00:00.000Z' },
  });
});

test('a second run changes nothing, and undoes no later revocation', async () => {
  const { tenant, write, words } = await prepare('again');
  const file = await write(ada, bob);
  await adminData(...words(file), '--yes');
  const [, first] = await searchTwo(tenant);
  const revoked = await invoke(
    'revokeConsent',
    { id: first.id, proof: { url: 'https://shop.example/leave' } },
    { token: tenant.token },
  );
  expect(revoked.status).toBe(200);
  const before = (await readAll()).filter(({ PK }) => String(PK).includes('CONSENT'));

  const data = await adminData(...words(file), '--yes');

  expect(data).toMatchObject({ imported: 0, there: 2, rejected: 0 });
  expect((await readAll()).filter(({ PK }) => String(PK).includes('CONSENT'))).toEqual(before);
});

test('nobody without the import key can tell from an id of whom it is', async () => {
  const { tenant, notice, write, words } = await prepare('guess', { key: ['email'] });
  await adminData(...words(await write(ada)), '--yes');
  const [{ id } = { id: '' }] = await search(tenant);
  const known = {
    accountId: tenant.accountId,
    source: 'CRM',
    key: '["ada@example.com"]',
    projectUid: tenant.projectUid,
    pid: notice?.pid ?? 0,
    time: timeOf(id),
  };
  const { accountId, source, key, projectUid, pid, time } = known;

  const guess = shortDigest('import', accountId, source, key, projectUid, String(pid), time.toISOString());

  expect(id).not.toBe(toIdentifier(time, guess));
  expect(id).toBe(deriveIdentifier(await readImportKey(erasures), known));
});

test('other software’s records need the erasures table, where the key of their ids is', async () => {
  const { write, words } = await prepare('alone');
  const said = await runAdmin(...words(await write(ada)), '--yes', '--table', table.name);

  expect(said).toMatchObject({ exitCode: exitCodes.usage, stderr: expect.stringContaining('--erasures-table') });
});

test('--check makes no key', async () => {
  const { write, words } = await prepare('keyless');
  const empty = await createErasures();
  const file = await write(ada);
  const of = ['--table', table.name, '--erasures-table', empty.name];

  expect(await runAdmin(...words(file), '--check', ...of)).toMatchObject({ exitCode: 0 });
  expect(await readAllItems(empty)).toEqual([]);
});

test('says which consents are there and say something else, and which were revoked where they come from alone', async () => {
  const { write, words } = await prepare('differs');
  await adminData(...words(await write(ada, bob)), '--yes');
  const left = ada.replace(',,x', ',2024-05-01,x');
  const other = bob.replace('bob@', 'bobby@');

  const { exitCode, stdout } = await admin(...words(await write(left, other)), '--yes', '--json');

  expect(exitCode).toBe(exitCodes.finding);
  const data = JSON.parse(stdout);
  expect(data).toMatchObject({ imported: 0, there: 0, rejected: 2 });
  const reasons = data.rejectedLines.toSorted((one: { line: number }, two: { line: number }) => one.line - two.line);
  expect(reasons).toEqual([
    {
      line: 2,
      reasons: [expect.stringContaining('The line says revoked, the register, or an earlier line, says in force')],
    },
    { line: 3, reasons: [expect.stringContaining('has another consent with this key and time')] },
  ]);
});

test('--check lists every bad line with its number and its reason, and nothing of what it has', async () => {
  const { tenant, write, words } = await prepare('bad');
  const before = await readAll();
  const file = await write(
    ada,
    '2,yes,01/03/2024,it,bob@example.com,Bob,,,x',
    '3,yes,2024-03-01,xx,cleo@example.com,Cleo,,,x',
    '4,yes,2999-03-01,it,dora@example.com,Dora,,,x',
    '5,yes,2024-03-01,it,,,,,x',
    '6,yes,2024-03-01,it,emil@example.com,Emil,,2024-02-01,x',
    '7,yes,2024-03-01,it,emil@example.com',
    ',yes,1969-03-01,it,fay@example.com,Fay,,,x',
    `8,yes,2024-03-01,it,${'x'.repeat(1_025)},Gus,,,x`,
  );

  const { exitCode, stdout, stderr } = await admin(...words(file), '--check', '--json');

  expect(exitCode).toBe(exitCodes.finding);
  const { rejectedLines, rejectedFile, ...data } = JSON.parse(stdout);
  expect(data).toMatchObject({ records: 9, consents: 2, rejected: 7 });
  expect(data.times).toEqual({ first: '2024-02-29T23:00:00.000Z', last: '2024-03-01T08:30:00.000Z' });
  expect(rejectedLines).toEqual([
    { line: 3, reasons: ['time: The text in column agreed_at is not a time in the format iso.'] },
    { line: 5, reasons: ['time: It is in the future.'] },
    { line: 6, reasons: ['userData: Must have at least one member, such as userData[email].'] },
    { line: 7, reasons: ['revokeTime: It is before the consent.'] },
    { line: 8, reasons: ['The line has 5 cells, but the header has 9.'] },
    { line: 9, reasons: ['key: Column id is empty.', 'time: The time is before 1970.'] },
    { line: 10, reasons: [expect.stringContaining('userData[email]: Must have at most 1024 characters.')] },
  ]);
  expect(JSON.stringify(rejectedLines) + stderr).not.toContain('example.com');
  expect(await readAll()).toEqual(before);
  expect(rejectedFile).toBe(null);
  expect(await files.names()).not.toContain('bad.rejected.csv');
  const shown = await admin(...words(file), '--check');
  expect(shown.stdout).toContain('line 3   time: The text in column');
  expect(await search(tenant)).toEqual([]);
});

test('equal reasons are said once, with their lines', async () => {
  const { write, words } = await prepare('alike');
  const wrong = Array.from({ length: 20 }, (_, i) => `${i},yes,gestern,it,bob@example.com,Bob,,,x`);
  const late = '40,yes,2999-03-01,it,dora@example.com,Dora,,,x';

  const { stdout } = await admin(...words(await write(...wrong, ada, late, wrong[0] ?? '')), '--check');

  expect(stdout.split('Rejected:\n')[1]).toBe(
    'lines 2-21, 24  time: The text in column agreed_at is not a time in the format iso.\n' +
      'line 23         time: It is in the future.\n',
  );
});

test('says which language and channel it takes where the mapping says none, and what says another', async () => {
  const open = await prepare('open', { lang: undefined });
  const file = await open.write(ada);
  const assumed = { lang: 'eng', channel: 'web', 'revocation.channel': 'web' };

  for (const how of ['--check', '--yes']) {
    const { stdout } = await admin(...open.words(file), how);
    expect(stdout).toMatch(/^channel +web in every line, because the mapping does not say it: add "channel" to say /m);
    expect(stdout).toMatch(/^lang +eng in every line, .* add "lang" to say another$/m);
    expect(stdout).toMatch(/^revocation\.channel +web in every line/m);
    expect(await adminData(...open.words(file), how)).toMatchObject({ assumed });
  }

  const said = await prepare('said', { channel: { value: 'email' }, revocation: undefined });
  const checked = await admin(...said.words(await said.write(ada)), '--check');
  expect(checked).toMatchObject({ exitCode: 0, stdout: expect.not.stringContaining('the mapping does not say it') });
});

test('rejected lines can be mended in their file and imported from there', async () => {
  const { tenant, write, words } = await prepare('mend');
  const wrong = '2,yes,gestern,it,bob@example.com,"Bob ""the"" builder",,,x';
  await admin(...words(await write(ada, wrong)), '--yes');
  const [header = '', line = ''] = (await files.read('mend.rejected.csv')).split('\n');
  expect(header).toBe(`\ufeffrejected_line,rejected_reason,${crmHeader}`);
  expect(line).toBe(`3,"time: The text in column agreed_at is not a time in the format iso.",${wrong}`);
  await files.put('mend.rejected.csv', [header, line.replace('gestern', '2024-03-05'), ''].join('\n'));

  const data = await adminData(...words(files.path('mend.rejected.csv')), '--yes');

  expect(data).toMatchObject({ records: 1, imported: 1, rejected: 0 });
  expect(await search(tenant)).toHaveLength(2);
});

test('takes the version that was current then, by its date', async () => {
  const { tenant, notice, write, words } = await prepare('dated', { version: undefined });
  const { stdout } = await admin(...words(await write(ada)), '--check', '--json');
  expect(JSON.parse(stdout).rejectedLines).toEqual([
    { line: 2, reasons: [expect.stringContaining('The notice had no version then')] },
  ]);
  const now = new Date(Date.now() - 1).toISOString();

  await adminData(...words(await write(ada.replace('2024-03-01 09:30:00', now))), '--yes');

  expect(await search(tenant)).toMatchObject([{ consentInformationVersionId: notice?.versionId }]);
});

test('keys of one’s own are found by lookups, and pages follow the times', async () => {
  const userData = { email: { column: 'email' }, number: { column: 'id' } };
  const { tenant, write, words } = await prepare('lookups', { userData, revocation: undefined });
  await addConsent(tenant);
  const rows = Array.from({ length: 30 }, (_, i) =>
    ada.replace('1,', `${i},`).replace('03-01', `03-${String(i + 1).padStart(2, '0')}`),
  );

  await adminData(...words(await write(...rows)), '--yes');

  expect(await search(tenant, { userData: { number: '7' } })).toMatchObject([{ userData: { number: '7' } }]);
  const pages = await Promise.all([1, 2].map((page) => search(tenant, { page, perPage: 20 })));
  const times = pages.flat().map(({ time }) => time);
  expect(times).toHaveLength(31);
  expect(times).toEqual(times.toSorted().reverse());
});

test('reads JSON lines of other software by paths, and epochs', async () => {
  const { tenant, notice, words } = await prepare('paths', {
    time: { column: 'at', format: 'epoch-seconds' },
    lang: { value: 'deu' },
    userData: { email: { column: 'subject.email' } },
    proof: { form: { column: 'proofs.0.form' }, preferences: { column: 'preferences' } },
    revocation: undefined,
  });
  const record = {
    id: 7,
    at: 1519260000,
    subject: { email: 'ada@example.com' },
    proofs: [{ form: '<form>' }],
    preferences: { a: true },
  };
  const file = await files.put('paths.jsonl', `${JSON.stringify(record)}\nnot JSON\n`);

  const { stdout } = await admin(...words(file), '--yes', '--json');

  expect(JSON.parse(stdout)).toMatchObject({
    imported: 1,
    rejectedLines: [{ line: 2, reasons: ['The line is not a JSON object.'] }],
  });
  expect(await search(tenant)).toMatchObject([
    {
      consentInformationPid: notice?.pid,
      time: '2018-02-22 00:40:00',
      proof: { form: '<form>', preferences: '{"a":true}' },
    },
  ]);
  expect(await files.read('paths.rejected.jsonl')).toBe(
    '{"rejected":{"line":2,"reasons":["The line is not a JSON object."],"text":"not JSON"}}\n',
  );
});

test('begins and ends in the operations log, with counts and no names', async () => {
  const { tenant, write, words } = await prepare('logged');
  const file = await write(ada, '2,yes,never,it,bob@example.com,Bob,,,x');
  await admin(...words(file), '--yes', '--reason', 'we move');

  const entries = (await listLogEntries(table, 20)).filter(
    ({ target }) => target.accountId === tenant.accountId && 'source' in target,
  );

  const shared = { accountId: tenant.accountId, source: 'CRM', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) };
  expect(entries.map(({ command, reason, target }) => ({ command, reason, target }))).toEqual([
    {
      command: 'consent import',
      reason: 'we move',
      target: { ...shared, written: 1, there: 0, rejected: 1, step: 'end' },
    },
    { command: 'consent import', reason: 'we move', target: { ...shared, consents: 1, rejected: 1, step: 'begin' } },
  ]);
});

test('what searches counted before is void', async () => {
  const { tenant, write, words } = await prepare('epoch');
  const epochOf = async () =>
    (await readAll()).find(({ id, SK }) => id === tenant.accountId && SK === 'ACCOUNT')?.historyEpoch;
  const before = await epochOf();

  await adminData(...words(await write(ada)), '--yes');

  expect(await epochOf()).not.toBe(before);
});

test.each([
  ['an answer', 'x'.repeat(2 * 1024 * 1024), '--check', 'bytes as JSON'],
  ['the table', noise(400 * 1024).toString('base64'), '--yes', 'larger than 300 KB after compression'],
])('a consent that %s could not hold is a rejected line', async (_what, page, option, reason) => {
  const { words } = await prepare('large', { proof: { html: { column: 'page' } }, revocation: undefined });
  const file = await files.put('large.csv', `${crmHeader}\n${ada.replace('https://shop.example/form', page)}\n`);

  const { stdout } = await admin(...words(file), option, '--json');

  expect(JSON.parse(stdout).rejectedLines).toEqual([{ line: 2, reasons: [expect.stringContaining(reason)] }]);
});

test('the record of an import is like any other in an answer', async () => {
  const { tenant, write, words } = await prepare('answer');
  const { consentId } = await addConsent(tenant);
  await adminData(...words(await write(ada)), '--yes');
  const imported = (await searchTwo(tenant)).find(({ id }) => id !== consentId);

  expect(Object.keys(imported ?? {})).toEqual(Object.keys(await findRecord(tenant, consentId)));
});

test.each(['evidence', 'everything'] as const)('nobody who was erased comes back: %s', async (extent) => {
  const { tenant, write, words } = await prepare(`erased-${extent}`);
  const file = await write(ada, bob);
  await adminData(...words(file), '--yes');
  const [, first] = await searchTwo(tenant);
  await erase(tenant.accountId, [first.id], { extent });
  const stored = async () => (await readAll()).filter(({ PK }) => String(PK).includes('CONSENT'));
  const before = await stored();

  expect(await adminData(...words(file), '--yes')).toMatchObject({ imported: 0, there: 1, erased: 1, rejected: 0 });

  expect(await stored()).toEqual(before);
});

test('an import says what came by letter or by telephone, according to the file', async () => {
  const { tenant, write, words } = await prepare('heard', {
    proof: { received_by: { value: 'letter' } },
    revocation: { time: { column: 'left_at', zone: 'Europe/Rome' }, proof: { received_by: { value: 'telephone' } } },
  });
  await adminData(...words(await write(bob)), '--yes');
  const { body } = await invoke('listConsents', {}, { token: tenant.token });
  const [listed] = body.data;
  const { stdout } = await admin('consent', 'show', listed?.id ?? '');

  expect(listed).toMatchObject({ channel: 'web', receivedBy: 'letter', revokeReceivedBy: 'telephone' });
  expect(stdout).toContain('of the notice by letter, as the imported file says.');
  expect(stdout).toContain('by telephone, as the imported file says.');
});
