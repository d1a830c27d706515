import diagnostics from 'node:diagnostics_channel';
import { truncateSync, writeFileSync } from 'node:fs';
import type { ClientRequest } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exitCodes } from '../../../cli/command-error.ts';
import { admin, adminData } from '../../support/call/admin.ts';
import { invoke } from '../../support/call/invoke.ts';
import { addConsent, newTenant } from '../../support/make/builders.ts';
import { newFolder } from '../../support/make/machine.ts';
import { findShelf, stock } from '../../support/make/stock.ts';
import { table } from '../../support/make/table.ts';

const tenant = await newTenant({ notices: 2 });
const [asked = 0, other = 0] = tenant.notices.map(({ pid }) => pid);
const words = ['--notice', String(asked), '--account', tenant.accountId];

const write = (text: string | Buffer, name = 'people.csv'): string => {
  const file = join(newFolder(), name);
  writeFileSync(file, text);
  return file;
};

const check = (text: string | Buffer, ...more: readonly string[]) =>
  admin('person', 'check', write(text), ...words, ...more);

const add = async (userData: Readonly<Record<string, string>>, pid = asked) =>
  (await addConsent(tenant, { userData, consentInformationPid: pid })).consentId;

await add({ email: 'ada@example.com', first_name: 'Ada' });
const revoked = await add({ email: 'grace@example.com', phone: '+39 06 1234' });
await invoke('revokeConsent', { id: revoked, proof: { url: 'x' } }, { token: tenant.token });
await add({ email: 'edsger@example.com' }, other);

test('a file comes back with what the register says of each row, in the same order and form', async () => {
  const { exitCode, stdout, stderr } = await check(
    'email\r\nnobody@example.com\r\n"ADA@example.com"\r\n\r\ngrace@example.com\r\nedsger@example.com\r\nada@example.com',
  );

  expect({ exitCode, stdout }).toEqual({
    exitCode: 0,
    stdout:
      'email,allowed,reason\nnobody@example.com,false,none\n"ADA@example.com",true,\ngrace@example.com,false,revoked\nedsger@example.com,false,none\nada@example.com,true,\n',
  });
  expect(stderr).toContain('\nChecked 5 rows: 2 allowed, 2 none, 1 revoked.\n');
});

test('a consent must have all values of a row, but only those of the columns that --by names', async () => {
  const text =
    '\ufeffemail;first_name;city\nada@example.com;Ada;"Rome; Italy"\nada@example.com;Augusta;Rome\n;Ada;Rome\n';

  expect((await check(text, '--delimiter', ';')).stdout).toBe(
    '\ufeffemail;first_name;city;allowed;reason\nada@example.com;Ada;"Rome; Italy";false;none\nada@example.com;Augusta;Rome;false;none\n;Ada;Rome;false;none\n',
  );
  expect((await check(text, '--delimiter', ';', '--by', 'first_name', 'email')).stdout).toBe(
    '\ufeffemail;first_name;city;allowed;reason\nada@example.com;Ada;"Rome; Italy";true;\nada@example.com;Augusta;Rome;false;none\n;Ada;Rome;true;\n',
  );
});

test('scripts get each row as an object', async () => {
  const file = write('email,city\nada@example.com,Rome\ngrace@example.com,\n');

  expect(await adminData('person', 'check', file, ...words, '--by', 'email')).toEqual([
    { email: 'ada@example.com', city: 'Rome', allowed: true, reason: null },
    { email: 'grace@example.com', city: '', allowed: false, reason: 'revoked' },
  ]);
  expect(await adminData('person', 'check', write('email\n'), ...words)).toEqual([]);
});

test('where nobody is found, a note says how columns are named', async () => {
  const told =
    'No consent to the notice is found by Email. Columns are keys of userData, in the same capitals, such as email.';

  expect((await check('Email\nada@example.com\n')).stderr).toContain(told);
  expect((await check('email\nada@example.com\nnobody@example.com\n')).stderr).not.toContain('No consent');
});

test('rows are checked a hundred at a time, and a note counts people whose value too many consents share', async () => {
  const shelf = await findShelf(table, tenant.accountId, tenant.projectUid, asked);
  const time = new Date(Date.now() - 60_000);
  await stock(
    table,
    shelf,
    Array.from({ length: 205 }, (_, i) => ({
      time,
      userData: { email: `p${i}@example.com`, ...(i < 101 && { city: 'Rome' }) },
    })),
  );
  const people = Array.from({ length: 250 }, (_, i) => `p${i}@example.com`);

  const { stdout, stderr } = await check(`email\n${people.join('\n')}\n`);

  expect(stdout).toBe(
    `email,allowed,reason\n${people.map((email, i) => `${email},${i < 205 ? 'true,' : 'false,none'}\n`).join('')}`,
  );
  expect(stderr).toContain('Checked 250 rows: 205 allowed, 45 none.');
  expect((await check('city\nRome\n')).stderr).toContain(
    '1 person of them cannot be told, because more than 100 consents share the value',
  );
});

test.each<[what: string, text: string | Buffer, words: readonly string[], message: RegExp]>([
  ['no header', '', [], /people\.csv is empty\. Its first line names keys of userData, such as email/],
  [
    'an empty row',
    'email,phone\nada@example.com,\n , \n,"  "\n',
    [],
    /2 rows of .+ cannot be checked, so nobody was\.\nLine 3 has no value of email or phone\.\nLine 4 has no value of email or phone\.\n/,
  ],
  [
    'a short row',
    'email,phone\nada@example.com\n',
    [],
    /1 row of .+ cannot be checked, so nobody was\.\nLine 2 has 1 cell, but the header has 2\.\n/,
  ],
  [
    'a long value',
    `email\n${'x'.repeat(1_025)}\n`,
    [],
    /Line 2 has a value of email that no consent can have: it may be too long\./,
  ],
  ['a column twice', 'email, email\na,b\n', [], /names the column "email" twice/],
  ['a column of the answer', 'email,reason\na,b\n', [], /has a column "reason", which the answer adds/],
  [
    'another delimiter',
    'email;phone\na;b\n',
    ['--by', 'email'],
    /has no column "email"\. It has email;phone, by the delimiter ","\./,
  ],
  ['no key', 'email,__proto__\na,b\n', [], /"__proto__" cannot be one\./],
  ['an open quote', 'email\n"ada@example.com\n', [], /has a quote that is never closed/],
  ['another encoding', Buffer.from('email\nJosé\n', 'latin1'), [], /is not UTF-8 in line 2\. Save it as UTF-8/],
  ['a long delimiter', 'email\n', ['--delimiter', ',,'], /Give one character, such as ";"\./],
])('%s is refused before anybody is checked', async (_what, text, more, message) => {
  const { exitCode, stdout, stderr } = await check(text, ...more);

  expect({ exitCode, stdout }).toEqual({ exitCode: exitCodes.usage, stdout: '' });
  expect(stderr).toMatch(message);
});

test('of many wrong rows the message lists the first twenty', async () => {
  const { stderr } = await check(`email\n${' \n'.repeat(1_300)}`);

  expect(stderr).toMatch(
    /1,300 rows of .+ cannot be checked[\s\S]+Line 21 has no value of email\.\n\.\.\. and 1,280 more\n$/,
  );
});

test('what cannot be read twice, as a pipe cannot, is refused', async () => {
  const { exitCode, stdout, stderr } = await admin('person', 'check', '/dev/null', ...words);

  expect({ exitCode, stdout }).toEqual({ exitCode: exitCodes.usage, stdout: '' });
  expect(stderr).toContain('/dev/null cannot be read twice, as a pipe cannot. Save the people in a file first.');
});

test('a file that loses rows while people are checked is refused', async () => {
  const row = `ada@example.com,${'x'.repeat(20_000)}\n`;
  const [header, rows] = ['email,note\n', 600];
  const file = write(header + row.repeat(rows));
  const cut = (message: unknown): void => {
    const { request } = message as { request: ClientRequest };
    if (!String(request.getHeader('x-amz-target')).endsWith('.BatchGetItem')) return;
    diagnostics.unsubscribe('http.client.request.start', cut);
    truncateSync(file, header.length + (rows - 1) * row.length);
  };
  diagnostics.subscribe('http.client.request.start', cut);

  const { exitCode, stderr } = await admin('person', 'check', file, ...words, '--by', 'email');

  expect(exitCode).toBe(exitCodes.usage);
  expect(stderr).toContain('was changed while it was read. Check it again.');
});
