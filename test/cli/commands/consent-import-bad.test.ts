import { symlink } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import { exitCodes } from '../../../cli/command-error.ts';
import { admin } from '../../support/admin.ts';
import { newTenant } from '../../support/builders.ts';
import { crmHeader, crmMapping, makeFolder } from '../../support/import-file.ts';
import { readAll } from '../../support/snapshot.ts';

const files = makeFolder();
afterAll(files.remove);

const tenant = await newTenant();
const notice = tenant.notices[0]?.name ?? '';
const ada = '1,yes,2024-03-01 09:30:00,it,ada@example.com,Ada,https://shop.example/form,,x';
const table = `${crmHeader}\n${ada}\n`;

const utf16 = (text: string): Buffer => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
const json = '{"id":1,"agreed":"yes"}';

/** Name and content of a file, members of its mapping that differ, and what is said. */
const wrongFiles: readonly (readonly [name: string, content: string | Uint8Array, overrides: object, says: string])[] =
  [
    ['empty.csv', '', {}, 'empty.csv is empty. Nothing was changed.'],
    ['empty.jsonl', '\n\n', {}, 'empty.jsonl is empty. Nothing was changed.'],
    ['header.csv', `${crmHeader}\n`, {}, 'header.csv is empty. Nothing was changed.'],
    ['half.csv', `${table}2,yes,2024-03-02,it,bo`, {}, 'half.csv ends in the middle of line 3, so it is incomplete.'],
    ['half.jsonl', `${json}\n{"id":2,"agr`, {}, 'half.jsonl ends in the middle of line 2, so it is incomplete.'],
    ['utf16.csv', utf16(table), {}, 'utf16.csv is UTF-16. Save it as UTF-8, or add "encoding": "utf-16le"'],
    [
      'latin.csv',
      Buffer.from(`${table}${ada.replace('Ada', 'José')}\n`, 'latin1'),
      {},
      'latin.csv is not UTF-8 in line 3. Save it as UTF-8, or add "encoding": "windows-1252"',
    ],
    [
      'lacks.csv',
      'id,agreed\n1,yes\n',
      {},
      'must name its columns, but notice_of, language, agreed_at, email, name, page, left_at of the mapping are missing',
    ],
    ['semicolons.csv', table.replaceAll(',', ';'), {}, 'It has one column: check the delimiter in the mapping.'],
    ['twice.csv', table.replace('remark', 'email'), {}, 'has several columns email.'],
    ['quote.csv', `${table}2,yes,"2024`, {}, 'has a quote that is never closed'],
    ['inner.csv', `${table}2,yes,a"b,it,x,x,x,x,x\n`, {}, 'has a quote inside a cell that is not quoted, by line 3.'],
    ['name.data', table, {}, 'does not show its format. Add "format": "csv" or "jsonl" to the mapping file.'],
    ['zone.csv', table, { time: { column: 'agreed_at', zone: 'Roma' } }, 'The mapping names an unknown time zone.'],
    ['format.csv', table, { time: { column: 'agreed_at', format: 'DMS' } }, 'The mapping has an unknown time format'],
    ['locale.csv', table, { time: { column: 'agreed_at', locale: '!' } }, 'The mapping names an unknown locale.'],
    ['encoding.csv', table, { encoding: 'klingon' }, 'The mapping names an unknown encoding.'],
    ['member.csv', table, { keys: ['id'] }, 'member.csv.json is not a mapping file. keys: This member is unknown.'],
    ['key.csv', table, { key: undefined }, 'is not a mapping file. key: This member is required.'],
    [
      'source.csv',
      table,
      { notice: { colunm: 'x' } },
      'notice: Give either a column, with optional values and a default,',
    ],
  ];

test.each(wrongFiles)('%s', async (name, content, overrides, says) => {
  const before = await readAll();
  const file = await files.put(name, content);
  const notices = name === 'lacks.csv' ? { notice: { column: 'notice_of' } } : {};
  const mapping = await files.put(`${name}.json`, crmMapping(tenant.projectUid, notice, { ...notices, ...overrides }));

  const words = ['--mapping', mapping, '--source', 'CRM', '--account', tenant.accountId, '--yes'];
  const outcome = await admin('consent', 'import', file, ...words);
  const checked = await admin('consent', 'import', file, ...words, '--check');

  expect(checked).toEqual(outcome);
  expect(outcome).toMatchObject({ exitCode: exitCodes.usage, stdout: '' });
  const lines = outcome.stderr
    .trimEnd()
    .split('\n')
    .filter((line) => !line.startsWith('On '));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(says);
  expect(outcome.stderr).not.toContain('example.com');
  expect(await readAll()).toEqual(before);
});

test.each([
  [
    { project: { value: 'shp' } },
    'project: "shp" in the mapping is not a project of the account. `project list` shows all.',
  ],
  [
    { notice: { value: 'nws' } },
    'notice: "nws" in the mapping is not a notice of the account. `notice list` shows all.',
  ],
  [{ version: { value: '9' } }, 'version: "9" in the mapping is not a version of the notice.'],
  [{ lang: { value: 'it' } }, 'lang: "it" in the mapping is not one of ita, '],
  [{ notice: { column: 'name' } }, 'notice: The text in column name is not a notice of the account.'],
])('a word that is not known is named where it is the mapping’s own: %j', async (overrides, says) => {
  const file = await files.put('word.csv', table);
  const mapping = await files.put('word.json', crmMapping(tenant.projectUid, notice, overrides));
  const words = ['--mapping', mapping, '--source', 'CRM', '--account', tenant.accountId, '--check'];

  const { exitCode, stdout } = await admin('consent', 'import', file, ...words);

  expect(exitCode).toBe(exitCodes.finding);
  expect(stdout).toContain(`line 2  ${says}`);
});

test('asks nothing and changes nothing where every line is rejected', async () => {
  const file = await files.put('none.csv', table);
  const mapping = await files.put('none.json', crmMapping(tenant.projectUid, 'nws'));
  const before = await readAll();

  const outcome = await admin(
    'consent',
    'import',
    file,
    '--mapping',
    mapping,
    '--source',
    'CRM',
    '--account',
    tenant.accountId,
  );

  expect(outcome.exitCode).toBe(exitCodes.finding);
  expect(outcome.stderr).toContain('1 line was rejected');
  expect(await readAll()).toEqual(before);
});

test('follows no link that somebody planted where it writes rejected lines', async () => {
  const file = await files.put('planted.csv', table);
  const mapping = await files.put('planted.json', crmMapping(tenant.projectUid, 'nws'));
  const others = await files.put('others', 'of somebody else');
  for (const name of ['planted.rejected.csv.part', 'planted.rejected.csv']) await symlink(others, files.path(name));

  await admin('consent', 'import', file, '--mapping', mapping, '--source', 'CRM', '--account', tenant.accountId);

  expect(await files.read('others')).toBe('of somebody else');
  expect(await files.read('planted.rejected-2.csv')).toContain('ada@example.com');
});

test.each([
  ['utf16le', utf16(table), 'utf-16le'],
  ['latin1', Buffer.from(table.replace('Ada', 'José'), 'latin1'), 'windows-1252'],
  ['with a byte order mark', Buffer.from(`\ufeff${table}`), 'utf-8'],
  ['with line breaks of Windows', Buffer.from(table.replaceAll('\n', '\r\n')), 'utf-8'],
  ['without a line break at its end', Buffer.from(table.trimEnd()), 'utf-8'],
])('reads a file in %s', async (name, content, encoding) => {
  const file = await files.put(`${name}.csv`, content);
  const mapping = await files.put(`${name}.json`, crmMapping(tenant.projectUid, notice, { encoding }));

  const words = ['--mapping', mapping, '--source', name, '--account', tenant.accountId, '--check', '--json'];
  const { exitCode, stdout } = await admin('consent', 'import', file, ...words);

  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ records: 1, consents: 1, rejected: 0 });
});

test.each([
  [['nothing.csv', '--source', 'CRM'], exitCodes.usage, 'nothing.csv cannot be read: it does not exist.'],
  [['', '--source', 'CRM'], exitCodes.usage, 'Give the name of a file; it must not be empty.'],
  [['crm.csv'], exitCodes.usage, 'Name the source of the consents, such as --source CRM.'],
  [['crm.csv', '--source', 'a\nb'], exitCodes.usage, 'A source must be one line without control characters.'],
  [['crm.csv', '--source', 'x'.repeat(129)], exitCodes.usage, 'A source may have at most 128 characters.'],
  [['crm.csv', '--source', 'CRM', '--write-units-per-second', '0'], exitCodes.usage, 'Give a whole number from 1'],
  [['.', '--source', 'CRM', '--mapping', 'crm.json'], exitCodes.usage, '--mapping is only for a file'],
  [['crm.csv', '--source', 'CRM'], exitCodes.usage, 'A CSV file needs --mapping <file>'],
  [['.', '--source', 'CRM'], exitCodes.usage, 'has no manifest.json'],
])('%j', async (words, exitCode, says) => {
  await files.put('crm.csv', table);
  const [file = '', ...more] = words;
  const path = file === '' ? file : files.path(file);

  const outcome = await admin('consent', 'import', path, ...more, '--account', tenant.accountId);

  expect(outcome).toMatchObject({ exitCode, stdout: '' });
  expect(outcome.stderr).toContain(says);
});

test('asks before it writes, and says so where nobody can be asked', async () => {
  const file = await files.put('ask.csv', table);
  const mapping = await files.put('ask.json', crmMapping(tenant.projectUid, notice));
  const before = await readAll();

  const words = ['--mapping', mapping, '--source', 'CRM', '--account', tenant.accountId];
  const { exitCode, stderr } = await admin('consent', 'import', file, ...words);

  expect(exitCode).toBe(exitCodes.usage);
  expect(stderr).toContain('Import 1 consent? An import cannot be undone. Confirm with --yes.');
  expect(await readAll()).toEqual(before);
});
