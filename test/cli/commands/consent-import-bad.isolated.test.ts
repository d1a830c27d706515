import { symlink } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { exitCodes } from '../../../cli/errors.ts';
import { forReader } from '../../../cli/output/format.ts';
import type { ConsentRecord } from '../../../shared/consents/record.ts';
import { admin, adminData } from '../../support/call/admin.ts';
import { invoke } from '../../support/call/invoke.ts';
import { newTenant } from '../../support/make/builders.ts';
import { crmHeader, crmMapping, makeFolder } from '../../support/make/exports.ts';
import { readAll } from '../../support/make/stored.ts';

const files = makeFolder();

const tenant = await newTenant();
const ada = '1,yes,2024-03-01 09:30:00,it,ada@example.com,Ada,https://shop.example/form,,x';
const bob = '2,yes,2024-03-02 09:30:00,en,bob@example.com,Bob,,,y';

/** The words that import a file, and those behind its name; another mapping for members that differ, another account for another tenant. */
const prepare = async (
  name: string,
  content: string | Uint8Array,
  { of = tenant, ...overrides }: { readonly of?: typeof tenant; readonly [member: string]: unknown } = {},
) => {
  const file = await files.put(name, content);
  const mapping = await files.put(`${name}.json`, crmMapping(of.projectUid, of.notices[0]?.name ?? '', overrides));
  const options = ['--mapping', mapping, '--source', 'CRM', '--account', of.accountId];
  return { words: ['consent', 'import', file, ...options], options };
};

const search = async ({ projectUid, token }: typeof tenant): Promise<readonly ConsentRecord[]> =>
  (await invoke('searchConsents', { projectUid, userData: '' }, { token })).body.data;
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
    [
      'latin.csv',
      Buffer.from(`${table}${ada.replace('Ada', 'José')}\n`, 'latin1'),
      {},
      'latin.csv is not UTF-8 in line 3. Save it as UTF-8, or add "encoding": "windows-1252"',
    ],
    [
      'long.csv',
      Buffer.from(`${table}${`${ada}${'x'.repeat(5_000)}\n`.repeat(98)}${ada.replace('Ada', 'José')}\n`, 'latin1'),
      {},
      'long.csv is not UTF-8 in line 101.',
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
    [
      'zone.csv',
      table,
      { time: { column: 'agreed_at', zone: 'Roma' } },
      'The mapping names the unknown time zone "Roma".',
    ],
    ['format.csv', table, { time: { column: 'agreed_at', format: 'DMS' } }, 'The mapping has an unknown time format'],
    ['locale.csv', table, { time: { column: 'agreed_at', locale: 'it' } }, 'locale: This member is unknown.'],
    ['month.csv', table, { time: { column: 'agreed_at', format: 'd MMM yyyy' } }, 'Write months as numbers'],
    ['blank.csv', table, { project: { value: 'FILL IN: the UID of the project' } }, 'project.value: Fill it in'],
    ['passed.csv', table, { passOver: [] }, 'passOver: This member is unknown.'],
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
  const notices = name === 'lacks.csv' ? { notice: { column: 'notice_of' } } : {};
  const { words } = await prepare(name, content, { ...notices, ...overrides });

  const outcome = await admin(...words, '--yes');
  const checked = await admin(...words, '--yes', '--check');

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
  const { words } = await prepare('word.csv', table, overrides);

  const { exitCode, stdout } = await admin(...words, '--check');

  expect(exitCode).toBe(exitCodes.finding);
  expect(stdout).toContain(`line 2  ${forReader(says)}`);
});

test('asks nothing and changes nothing where every line is rejected', async () => {
  const { words } = await prepare('none.csv', table, { notice: { value: 'nws' } });
  const before = await readAll();

  const outcome = await admin(...words);

  expect(outcome.exitCode).toBe(exitCodes.finding);
  expect(outcome.stderr).toContain('1 line was rejected');
  expect(await readAll()).toEqual(before);
});

test('follows no link that somebody planted where it writes rejected lines', async () => {
  const { words } = await prepare('planted.csv', table, { notice: { value: 'nws' } });
  const others = await files.put('others', 'of somebody else');
  await symlink(others, files.path('planted.rejected.csv.part'));

  await admin(...words);

  expect(await files.read('others')).toBe('of somebody else');
  expect(await files.read('planted.rejected.csv')).toContain('ada@example.com');
});

test.each([
  ['in utf16le', utf16(table), 'utf-16le'],
  ['in latin1', Buffer.from(table.replace('Ada', 'José'), 'latin1'), 'windows-1252'],
  ['with a byte order mark', Buffer.from(`\ufeff${table}`), 'utf-8'],
  ['with line breaks of Windows', Buffer.from(table.replaceAll('\n', '\r\n')), 'utf-8'],
  ['without a line break at its end', Buffer.from(table.trimEnd()), 'utf-8'],
  [
    'with spaces around the names of its columns',
    Buffer.from(table.replace(',agreed_at,language', ', agreed_at ,language')),
    'utf-8',
  ],
  ['with an ending in capitals', Buffer.from(table), 'utf-8', '.CSV'],
])('reads a file %s', async (name, content, encoding, ending = '.csv') => {
  const { words } = await prepare(`${name}${ending}`, content, { encoding });

  const { exitCode, stdout } = await admin(...words, '--check', '--json');

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
  [
    ['crm.csv', '--source', 'CRM'],
    exitCodes.usage,
    /A CSV file needs --mapping <file>, .+ consent import \S+crm\.csv --suggest-mapping /,
  ],
  [['.', '--source', 'CRM'], exitCodes.usage, 'has no manifest.json'],
  [
    ['crm.csv', '--source', 'CRM', '--mapping', 'LICENSE'],
    exitCodes.usage,
    /LICENSE is not JSON, as a mapping file is \(.+\)\. `npm run admin -- consent import <file> --suggest-mapping .+` prints one\./,
  ],
])('%j', async (words, exitCode, says) => {
  await files.put('crm.csv', table);
  const [file = '', ...more] = words;
  const path = file === '' ? file : files.path(file);

  const outcome = await admin('consent', 'import', path, ...more, '--account', tenant.accountId);

  expect(outcome).toMatchObject({ exitCode, stdout: '' });
  expect(outcome.stderr).toMatch(says);
});

test('asks before it writes, and says that it needs an answer where nobody can give one', async () => {
  const { words } = await prepare('ask.csv', table);
  const before = await readAll();

  const { exitCode, stderr } = await admin(...words);

  expect(exitCode).toBe(exitCodes.usage);
  expect(stderr).toContain('Import 1 consent? An import cannot be undone. Confirm with --yes.');
  expect(await readAll()).toEqual(before);
});

const inSeconds = { column: 'agreed_at', format: 'epoch-seconds' };
const farAway = '9999999999999';

test.each([
  [
    'an epoch in another unit',
    farAway,
    { time: inSeconds, revocation: undefined },
    'time: The text in column agreed_at is not a time',
  ],
  [
    'a year of six digits',
    '200000',
    { time: { column: 'agreed_at', format: 'yyyyyy' }, revocation: undefined },
    'time: The text in column agreed_at is not a time in the format yyyyyy.',
  ],
  [
    'a revocation so far away',
    '1709285400',
    { time: inSeconds, revocation: { time: { ...inSeconds, column: 'left_at' }, proof: { by: { value: 'CRM' } } } },
    'revocation.time: The text in column left_at is not a time in the format epoch-seconds.',
  ],
])('%s is a rejected line', async (name, time, overrides, reason) => {
  const row = ada.replace('2024-03-01 09:30:00', time).replace(',,x', `,${farAway},x`);
  const { words } = await prepare(`${name}.csv`, `${crmHeader}\n${row}\n`, overrides);

  const { exitCode, stdout } = await admin(...words, '--check', '--json');

  expect(exitCode).toBe(exitCodes.finding);
  expect(JSON.parse(stdout).rejectedLines).toEqual([{ line: 2, reasons: [expect.stringContaining(reason)] }]);
});

test.each([
  ['windows then unix', [crmHeader, '\r\n', ada, '\n', bob, '\n']],
  ['unix then windows', [crmHeader, '\n', ada, '\r\n', bob, '\r\n']],
])('line breaks may differ in a file: %s', async (name, parts) => {
  const overrides = { userData: { email: { column: 'email' }, remark: { column: 'remark' } } };
  const of = await newTenant();
  const { words } = await prepare(`${name}.csv`, parts.join(''), { ...overrides, of });

  expect(await adminData(...words, '--yes')).toMatchObject({ imported: 2, rejected: 0 });

  expect((await search(of)).map(({ userData }) => userData.remark)).toEqual(['y', 'x']);
});

test('rejected lines of a file in another encoding are read as they were', async () => {
  const wrong = ada.replace('Ada', 'José').replace('2024-03-01', 'ieri');
  const of = await newTenant();
  const latin = Buffer.from(`${crmHeader}\n${wrong}\n`, 'latin1');
  const { words, options } = await prepare('rejected.csv', latin, { encoding: 'windows-1252', of });
  await admin(...words, '--yes');
  const rejected = await files.read('rejected.rejected.csv');
  expect(rejected.startsWith('\ufeff')).toBe(true);
  await files.put('rejected.rejected.csv', rejected.replace('ieri', '2024-03-01'));

  expect(await adminData('consent', 'import', files.path('rejected.rejected.csv'), ...options, '--yes')).toMatchObject({
    imported: 1,
  });

  expect(await search(of)).toMatchObject([{ userData: { first_name: { value: 'José' } } }]);
});

const jsonLine = (more: object | string): string => {
  const record = { id: 1, agreed_at: '2024-03-01', language: 'it', email: 'ada@example.com', page: 'p' };
  return typeof more === 'string' ? JSON.stringify(record).replace('1', more) : JSON.stringify({ ...record, ...more });
};

test('a member that other software calls rejected is one like any other', async () => {
  const lines = [
    jsonLine({ rejected: true }),
    jsonLine({ id: 2, rejected: false, language: 'xx' }),
    jsonLine({ id: 3, rejected: false }),
  ];
  const of = await newTenant();
  const { words, options } = await prepare('rejected.jsonl', `${lines.join('\n')}\n`, {
    of,
    userData: { email: { column: 'email' }, refused: { column: 'rejected' } },
    lang: { column: 'language', values: { it: 'ita' } },
    revocation: undefined,
  });

  const { stdout } = await admin(...words, '--yes', '--json');

  expect(JSON.parse(stdout)).toMatchObject({ imported: 2, rejected: 1 });
  const mended = (await files.read('rejected.rejected.jsonl')).replace('"xx"', '"it"');
  expect(JSON.parse(mended)).toMatchObject({ rejected: { line: 2, was: false } });
  const again = await files.put('mended.jsonl', mended);
  expect(await adminData('consent', 'import', again, ...options, '--yes')).toMatchObject({ imported: 1 });
  expect((await search(of)).map(({ userData }) => userData.refused).sort()).toEqual(['false', 'false', 'true']);
});

test.each([
  ['U+0000', 'A\\u0000da', 'email', 'userData: Text must not contain the character U+0000.'],
  ['a lone surrogate', 'A\\ud800', 'page', 'proof: Text must be well-formed Unicode; a lone surrogate is not.'],
])('%s, which no request can say, is a rejected line', async (name, text, member, reason) => {
  const line = jsonLine({ [member]: 'HERE' }).replace('HERE', text);
  const { words } = await prepare(`${name}.jsonl`, `${line}\n`, { revocation: undefined });

  const { exitCode, stdout } = await admin(...words, '--check', '--json');

  expect(exitCode).toBe(exitCodes.finding);
  expect(JSON.parse(stdout).rejectedLines).toEqual([{ line: 1, reasons: [reason] }]);
});

test('numbers of JSON keep their digits: two ids of 64 bits are two records', async () => {
  const ids = ['12345678901234567890', '12345678901234567891'];
  const of = await newTenant();
  const { words } = await prepare('digits.jsonl', ids.map((id) => `${jsonLine(id)}\n`).join(''), {
    of,
    userData: { email: { column: 'email' }, member: { column: 'id' } },
    revocation: undefined,
  });

  expect(await adminData(...words, '--yes')).toMatchObject({ imported: 2, there: 0, rejected: 0 });

  expect((await search(of)).map(({ userData }) => userData.member).sort()).toEqual(ids);
});

test.each([10_000, 100_000])(
  'a line with %i levels is a rejected line, and the others are imported',
  async (levels) => {
    const tenant = await newTenant();
    const deep = `${'['.repeat(levels)}${']'.repeat(levels)}`;
    const record = (id: number, more: object = {}) => ({
      id,
      agreed: 'yes',
      agreed_at: '2024-03-01 09:30:00',
      language: 'it',
      email: `person-${id}@example.com`,
      name: 'Ada',
      page: 'https://shop.example/form',
      left_at: '',
      ...more,
    });
    const lines = [
      JSON.stringify(record(1)),
      JSON.stringify(record(2)).replace('"Ada"', deep),
      JSON.stringify(record(3, { remark: 0 })).replace('"remark":0', `"remark":${deep}`),
      JSON.stringify(record(4, { remark: 0 })).replace('"remark":0', `"remark":[1234567890123456789,${deep}]`),
      deep,
      JSON.stringify(record(5)),
    ];
    const { words } = await prepare(`deep-${levels}.jsonl`, `${lines.join('\n')}\n`, { of: tenant });

    const checked = await admin(...words, '--check', '--json');
    const { stdout } = await admin(...words, '--yes', '--json');

    const tooDeep = ['The line is nested more than 100 levels deep.'];
    const rejectedLines = [
      { line: 2, reasons: tooDeep },
      { line: 3, reasons: tooDeep },
      { line: 4, reasons: tooDeep },
      { line: 5, reasons: ['The line is not a JSON object.'] },
    ];
    expect(JSON.parse(checked.stdout)).toMatchObject({ rejectedLines });
    expect(JSON.parse(stdout)).toMatchObject({ rejectedLines });
    const emails = (await search(tenant)).map(({ userData }) => userData.email);
    expect(emails.sort()).toEqual(['person-1@example.com', 'person-5@example.com']);
  },
);
