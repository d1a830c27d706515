import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rejectedPath } from '../../../cli/commands/consent/import-rejected.ts';
import { exitCodes } from '../../../cli/errors.ts';
import type { ConsentRecord } from '../../../shared/consents/record.ts';
import { admin } from '../../support/call/admin.ts';
import { invoke } from '../../support/call/invoke.ts';
import { addConsent, newTenant } from '../../support/make/builders.ts';
import { makeFolder } from '../../support/make/exports.ts';

const files = makeFolder();
let serial = 0;

interface File {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly mapping?: object;
}

/** A register, and the commands that check a file and import it. By default its columns are id, email and time. */
const prepare = async ({ name, content, mapping: overrides = {} }: File) => {
  serial += 1;
  const tenant = await newTenant();
  const file = await files.put(`${serial}-${name}`, content);
  const mapping = await files.put(
    `${serial}.json`,
    JSON.stringify({
      key: ['id'],
      project: { value: tenant.projectUid },
      notice: { value: tenant.notices[0]?.name },
      version: { value: '1' },
      time: { column: 'time' },
      userData: { email: { column: 'email' } },
      proof: { source: { value: 'old list' } },
      ...overrides,
    }),
  );
  const of = ['--mapping', mapping, '--source', 'CRM', '--account', tenant.accountId];
  const run = async (path: string, ...words: readonly string[]) => {
    const { exitCode, stdout, stderr } = await admin('consent', 'import', path, ...of, ...words, '--json');
    if (stdout !== '') return { exitCode, stderr, data: JSON.parse(stdout) };
    return { exitCode, stderr: JSON.parse(stderr).error.message, data: undefined };
  };
  const search = async (): Promise<readonly ConsentRecord[]> =>
    (await invoke('searchConsents', { projectUid: tenant.projectUid, userData: '' }, { token: tenant.token })).body
      .data;
  return {
    file,
    of,
    search,
    check: (path = file) => run(path, '--check'),
    run: (path = file, ...words: readonly string[]) => run(path, '--yes', ...words),
  };
};

/** Checks a file and imports it, and compares what both count. */
const importFile = async (file: File) => {
  const prepared = await prepare(file);
  const checked = await prepared.check();
  const imported = await prepared.run();
  expect(imported.exitCode, imported.stderr).toBe(checked.exitCode);
  const { data } = imported;
  if (data === undefined) return { ...prepared, checked, imported, data };
  const { consents, there, erased, rejected, rejectedLines } = checked.data;
  expect({ consents, there, erased, rejected, rejectedLines }).toEqual({
    consents: data.imported,
    there: data.there,
    erased: data.erased,
    rejected: data.rejected,
    rejectedLines: data.rejectedLines,
  });
  expect(data.imported + data.there + data.erased + data.rejected).toBe(data.records);
  return { ...prepared, checked, imported, data };
};

test.each([
  ['/crm.csv', '/crm.rejected.csv'],
  ['crm.csv', 'crm.rejected.csv'],
  ['lists/crm.csv', 'lists/crm.rejected.csv'],
  ['lists/', 'lists.rejected.csv'],
])('rejected lines of %s go to %s', (file, expected) => {
  expect(rejectedPath(file, 'csv')).toBe(expected);
});

const european = { column: 'time', format: 'dd/MM/yyyy HH:mm', zone: 'Europe/Rome' };

test.each<[string, string, object?]>([
  [
    'columns without a name at its end',
    '\ufeffid;email;time;;;\r\n1;a@example.com;26/10/2025 02:30;;;\r\n2;b@example.com;26/10/2025 02:30;;x;\r\n',
  ],
  [
    'more empty cells than columns',
    'id;email;time\n1;a@example.com;26/10/2025 02:30;;\n2;b@example.com;26/10/2025 02:30;;;;\n',
  ],
  [
    'lines that lack cells of no matter',
    'id;email;time;notes;tags\n1;a@example.com;26/10/2025 02:30\n2;b@example.com;26/10/2025 02:30;x\n',
  ],
  [
    'a name twice that is not mapped',
    'notes;id;email;time;notes\nx;1;a@example.com;26/10/2025 02:30;y\n;2;b@example.com;26/10/2025 02:30;\n',
  ],
  [
    'no name in the middle',
    'id;;email;;time\n1;x;a@example.com;y;26/10/2025 02:30\n2;;b@example.com;;26/10/2025 02:30\n',
  ],
  ['sep=', 'sep=;\r\nid;email;time\r\n1;a@example.com;26/10/2025 02:30\r\n2;b@example.com;26/10/2025 02:30\r\n'],
  [
    'sep= behind a mark, saved once more',
    '\ufeff"sep=;";;\r\nid;email;time\r\n1;a@example.com;26/10/2025 02:30\r\n2;b@example.com;26/10/2025 02:30\r\n',
  ],
  [
    'lines without any value',
    ';;\n\nid;email;time\n1;a@example.com;26/10/2025 02:30\n;;\n"";" ";\u00a0\n\n2;b@example.com;26/10/2025 02:30\n;;\n',
  ],
  [
    'two byte order marks',
    '\ufeff\ufeff"id";email;time\n1;a@example.com;26/10/2025 02:30\n2;b@example.com;26/10/2025 02:30\n',
  ],
  [
    'blanks of all kinds in times',
    'id;email;time\n1;a@example.com;26/10/2025\u202f02:30\n2;b@example.com;\u00a026/10/2025\u2009 02:30\u200e\n',
  ],
  [
    'characters in its header that nobody sees',
    '\u200bid;email\u200b;\u2060time\n1;a@example.com;26/10/2025 02:30\n2;b@example.com;26/10/2025 02:30\n',
  ],
  [
    'accents composed otherwise in the mapping',
    'id;Courriél;time\n1;a@example.com;26/10/2025 02:30\n2;b@example.com;26/10/2025 02:30\n',
    { userData: { email: { column: 'Courriél'.normalize('NFD') } } },
  ],
])('a CSV file with %s', async (_what, content, mapping = {}) => {
  const { data, search } = await importFile({
    name: 'list.csv',
    content,
    mapping: { delimiter: ';', time: european, ...mapping },
  });

  expect(data).toMatchObject({ records: 2, imported: 2, rejected: 0 });
  expect((await search()).map(({ userData, time }) => [userData.email, time])).toEqual(
    [
      ['b@example.com', '2025-10-26 00:30:00'],
      ['a@example.com', '2025-10-26 00:30:00'],
    ].map(([email, time]) => [expect.stringMatching(/^[ab]@example\.com$/), time ?? email]),
  );
});

test('a cell too many that is not empty is a rejected line', async () => {
  const { data } = await importFile({ name: 'list.csv', content: 'id,email,time\n1,a@example.com,2024-05-01,x\n' });

  expect(data.rejectedLines).toEqual([{ line: 2, reasons: ['The line has 4 cells, but the header has 3.'] }]);
});

test('the delimiter that sep= names is in the message where the mapping has another', async () => {
  const { checked } = await importFile({
    name: 'list.csv',
    content: 'sep=;\nid;email;time\n1;a@example.com;2024-05-01\n',
  });

  expect(checked.stderr).toContain('Its first line says sep=;. Set "delimiter" in the mapping to it.');
});

test('AM and PM as programs write them', async () => {
  const times = ['3:04:05 PM', '3:04:05\u202fPM', '3:04:05\u00a0pm', '3:04:05PM', '3:04:05 p.\u00a0m.'];
  const lines = times.map((time, i) => `${i},t${i}@example.com,"1/5/2026, ${time}"`);
  const { data, search } = await importFile({
    name: 'list.csv',
    content: ['id,email,time', ...lines, '9,t9@example.com,"11/2/2025, 1:30:00 AM"', ''].join('\n'),
    mapping: { time: { column: 'time', format: 'M/d/yyyy, h:mm:ss a', zone: 'America/New_York' } },
  });

  expect(data).toMatchObject({ imported: 6, rejected: 0 });
  expect(new Set((await search()).map(({ time }) => time))).toEqual(
    new Set(['2026-01-05 20:04:05', '2025-11-02 05:30:00']),
  );
});

const revocation = { time: { column: 'left' }, proof: { source: { value: 'old list' } } };
const left = [
  '\\N',
  '0000-00-00 00:00:00',
  'NULL',
  '',
  '-',
  '1970-01-01 00:00:00',
  '0001-01-01T00:00:00',
  '2024-06-01 10:00:00',
];
const leavers = [
  'id,email,time,left',
  ...left.map((text, i) => `${i},a${i}@example.com,2024-05-01 10:00:00,${text}`),
  '',
];

test('texts that mean empty are those in null of the mapping', async () => {
  const { data, checked } = await importFile({
    name: 'list.csv',
    content: leavers.join('\n'),
    mapping: { revocation, null: left.slice(0, -1).filter((text) => text !== '') },
  });

  expect(data).toMatchObject({ imported: 8, rejected: 0 });
  expect(checked.data).toMatchObject({ consents: 8, revoked: 1 });
});

test('without null in the mapping each rejection of such a time names it', async () => {
  const { data } = await importFile({ name: 'list.csv', content: leavers.join('\n'), mapping: { revocation } });

  expect(data).toMatchObject({ imported: 2, rejected: 6 });
  for (const { reasons } of data.rejectedLines) expect(reasons.join(' ')).toContain('add it to "null" in the mapping');
});

test('null counts in any column, and so does a default', async () => {
  const { data, search } = await importFile({
    name: 'list.csv',
    content:
      'id,email,time,lang,name\n1,a@example.com,2024-05-01,NULL,NULL\nNULL,b@example.com,2024-05-01,eng,x\n2,c@example.com,NULL,eng,x\n',
    mapping: {
      null: ['NULL'],
      lang: { column: 'lang', values: { eng: 'eng' }, default: 'ita' },
      userData: { email: { column: 'email' }, first_name: { column: 'name' } },
    },
  });

  expect(data.rejectedLines).toEqual([
    { line: 3, reasons: ['key: Column id is empty.'] },
    { line: 4, reasons: ['time: Column time is empty.'] },
  ]);
  expect(await search()).toMatchObject([{ lang: 'ita', userData: { email: 'a@example.com' } }]);
  expect((await search())[0]?.userData).not.toHaveProperty('first_name');
});

test('two lines of one key and time count the same in both: who differs is rejected, who does not is there', async () => {
  const lines = ['1,e1@example.com', '1,e2@example.com', '1,e1@example.com', '2,x@example.com'];
  const content = `id,email,time\n${lines.map((line) => `${line},2024-05-01\n`).join('')}`;
  const { data, run, check } = await importFile({ name: 'list.csv', content });

  expect(data).toMatchObject({ records: 4, imported: 2, there: 1, rejected: 1 });
  expect(data.rejectedLines).toEqual([
    { line: 3, reasons: [expect.stringContaining('another consent with this key')] },
  ]);
  const again = await run();
  expect(again.data).toMatchObject({ records: 4, imported: 0, there: 3, rejected: 1 });
  expect((await check()).data).toMatchObject({ consents: 0, there: 3, rejected: 1 });
});

test('an hour that comes twice is explained, with what to write, which any column reads', async () => {
  const { data, run, checked, search } = await importFile({
    name: 'list.csv',
    content:
      'id;email;time;left\n1;a@example.com;26/10/2025 02:50;26/10/2025 02:10\n2;b@example.com;26/10/2025 02:10;26/10/2025 02:50\n',
    mapping: { delimiter: ';', time: european, revocation: { ...revocation, time: { ...european, column: 'left' } } },
  });

  expect(data).toMatchObject({ imported: 1, rejected: 1 });
  expect(data.rejectedLines[0].reasons).toEqual([
    'revocation.time: It is before the consent. In Europe/Rome the hour comes twice on that day, and the first is taken. For the second write the time as 2026-11-22T14:30+01:00, with this +01:00.',
  ]);
  expect(checked.data).toMatchObject({ doubledHours: 1 });
  const rejected = await files.read(`${serial}-list.rejected.csv`);
  const mended = await files.put('mended.csv', rejected.replace('26/10/2025 02:10', '2025-10-26T02:10+01:00'));
  expect((await run(mended)).data).toMatchObject({ imported: 1, rejected: 0 });
  expect((await search()).map(({ revokeTime }) => revokeTime).sort()).toEqual([
    '2025-10-26 00:50:00',
    '2025-10-26 01:10:00',
  ]);
});

test('an hour that comes twice explains nothing that is before the consent in both', async () => {
  const { data } = await importFile({
    name: 'list.csv',
    content: 'id;email;time;left\n1;a@example.com;26/10/2025 03:10;26/10/2025 02:10\n',
    mapping: { delimiter: ';', time: european, revocation: { ...revocation, time: { ...european, column: 'left' } } },
  });

  expect(data.rejectedLines[0].reasons.join(' ')).not.toContain('comes twice');
});

test('a mapping that PowerShell wrote, in UTF-16, is read', async () => {
  const { of, check } = await prepare({ name: 'list.csv', content: 'id,email,time\n1,a@example.com,2024-05-01\n' });
  const [, mapping = ''] = of;
  writeFileSync(mapping, utf16(readFileSync(mapping, 'utf8'), '\ufeff'));

  expect((await check()).data).toMatchObject({ consents: 1 });
});

test('an hour that clocks leave out is rejected with what to write; a day that begins later is not', async () => {
  const gap = await importFile({
    name: 'list.csv',
    content: 'id;email;time\n1;a@example.com;30/03/2025 02:30\n',
    mapping: { delimiter: ';', time: european },
  });
  const day = await importFile({
    name: 'list.csv',
    content: 'id,email,time\n1,a@example.com,2024-04-26\n',
    mapping: { time: { column: 'time', zone: 'Africa/Cairo' } },
  });

  expect(gap.data.rejectedLines[0].reasons).toEqual([
    'time: In Europe/Rome this hour does not exist on that day, because clocks go forward. If the times are of another zone, name it in the mapping; or write the time with its offset, such as 2026-11-22T14:30+02:00.',
  ]);
  expect((await day.search())[0]?.time).toBe('2024-04-25 22:00:00');
});

test('an apostrophe that our CSV wrote is taken off, and no other', async () => {
  const phones = ["'+39 333 1234567", "'-1", "'=1+1", "'@ada", "'\tx", "O'Brien", "'s-Gravenhage"];
  const quoted = phones.map((phone, i) => `${i},a${i}@example.com,2024-05-0${i + 1},"${phone}"`);
  const { data, search } = await importFile({
    name: 'list.csv',
    content: ['id,email,time,note', ...quoted, ''].join('\n'),
    mapping: { userData: { email: { column: 'email' }, note: { column: 'note' } } },
  });

  expect(data).toMatchObject({ imported: 7 });
  expect((await search()).map(({ userData }) => userData.note).reverse()).toEqual([
    '+39 333 1234567',
    '-1',
    '=1+1',
    '@ada',
    '\tx',
    "O'Brien",
    "'s-Gravenhage",
  ]);
});

test('what an export wrote as CSV is what was recorded, imported again', async () => {
  const tenant = await newTenant();
  const phone = '+39 333 1234567';
  await addConsent(tenant, { userData: { email: '-a@example.com', phone, first_name: '=Ada\n-x;@y' } });
  const folder = files.path('export');
  await admin('consent', 'export', folder, '--account', tenant.accountId, '--segments', '1');
  const { data, search } = await importFile({
    name: 'ours.csv',
    content: readFileSync(join(folder, 'consents-0.csv')),
    mapping: {
      userData: { email: { column: 'email' }, phone: { column: 'phone' }, first_name: { column: 'first_name' } },
    },
  });

  expect(data).toMatchObject({ imported: 1 });
  expect(await search()).toMatchObject([{ userData: { email: '-a@example.com', phone, first_name: '=Ada\n-x;@y' } }]);
});

const utf16 = (text: string, mark: string): Buffer => Buffer.from(`${mark}${text}`, 'utf16le');
const table = 'id,email,time\n1,ren\u00e9@example.com,2024-05-01\n';

test.each<[string, Uint8Array | string, object, string]>([
  [
    'list.csv',
    Buffer.from(table),
    { encoding: 'windows-1252' },
    'is UTF-8, but the mapping says windows-1252. Take "encoding" out of the mapping file.',
  ],
  ['list.csv', Buffer.from(table), { encoding: 'iso-8859-15' }, 'is UTF-8, but the mapping says iso-8859-15.'],
  [
    'list.jsonl',
    '{"id":1,"email":"ren\u00e9@example.com","time":"2024-05-01"}\n',
    { encoding: 'latin1' },
    'is UTF-8, but the mapping says latin1.',
  ],
  ['list.csv', Buffer.from(table), { encoding: 'gbk' }, 'is UTF-8, but the mapping says gbk.'],
  [
    'list.csv',
    Buffer.from(table, 'latin1'),
    {},
    'is not UTF-8 in line 2. Save it as UTF-8, or add "encoding": "windows-1252"',
  ],
  ['list.csv', utf16(table, ''), {}, 'is UTF-16. Save it as UTF-8, or add "encoding": "utf-16le"'],
  ['list.csv', utf16(table, '').swap16(), {}, 'is UTF-16. Save it as UTF-8, or add "encoding": "utf-16be"'],
  ['list.csv', Buffer.from(table), { encoding: 'utf-16le' }, 'is not UTF-16. Take "encoding" out of the mapping'],
  [
    'list.xlsx',
    Buffer.from('PK\u0003\u0004....[Content_Types].xml....xl/workbook.xml'),
    {},
    'is a workbook of Excel. Open it and save it as CSV UTF-8.',
  ],
  ['list.csv', Buffer.from('PK\u0003\u0004....[Content_Types].xml'), {}, 'is a workbook of Excel.'],
  [
    'list.docx',
    Buffer.from('PK\u0003\u0004....[Content_Types].xml....word/document.xml'),
    {},
    'is a document of Word.',
  ],
  ['list.numbers', Buffer.from('PK\u0003\u0004....Index/Document.iwa'), {}, 'is a document of Numbers.'],
  [
    'list.csv',
    Buffer.from('PK\u0003\u0004....mimetypeapplication/vnd.oasis.opendocument.spreadsheet'),
    {},
    'is a workbook of LibreOffice.',
  ],
  [
    'list.csv',
    Buffer.from('PK\u0003\u0004....subscribed_members.csv'),
    {},
    'is a ZIP archive. Unpack it, and import a file in it.',
  ],
  ['list.xls', Buffer.from('d0cf11e0a1b11ae10000', 'hex'), {}, 'is a workbook of Excel.'],
  ['list.xls', '<html><table><tr><td>id', {}, 'is HTML or XML.'],
  ['list.csv', Buffer.from('1f8b0800', 'hex'), {}, 'is compressed by gzip. Unpack it'],
])('%s #%# is named as what it is, before anything else', async (name, content, mapping, says) => {
  const { checked, imported, of, file } = await importFile({ name, content, mapping });

  expect(checked).toMatchObject({ exitCode: exitCodes.usage, stderr: expect.stringContaining(says) });
  expect(imported).toEqual(checked);
  if (!says.includes('workbook')) return;
  const bare = await admin('consent', 'import', file, ...of.slice(2));
  expect(bare).toMatchObject({ exitCode: exitCodes.usage, stderr: expect.stringContaining(says) });
});

test.each([
  ['little-endian', utf16(table, '\ufeff')],
  ['big-endian', utf16(table, '\ufeff').swap16()],
])('UTF-16 with its mark is read, whatever the mapping says: %s', async (_what, content) => {
  const { data, search } = await importFile({ name: 'list.csv', content });

  expect(data).toMatchObject({ imported: 1 });
  expect(await search()).toMatchObject([{ userData: { email: 'ren\u00e9@example.com' } }]);
});

test('rejected lines are mended any number of times, and keep their ids', async () => {
  const wrong = 'id,email,time,rejected_line,note,note\n1,a@example.com,never,x,"1\n2",y\n2,b@example.com,no,,,\n';
  const prepared = await prepare({ name: 'list.csv', content: wrong });
  const reason = (format: string) => `time: The text in column time is not a time in the format ${format}.`;
  expect((await prepared.run()).data).toMatchObject({ records: 2, imported: 0, rejected: 2 });

  let path = files.path(`${serial}-list.rejected.csv`);
  for (const round of ['first', 'second', 'third']) {
    const text = await files.read(path.slice(files.folder.length + 1));
    expect(text.match(/^\ufeffrejected_line,rejected_reason,id,email,time,rejected_line,note,note$/m)).not.toBeNull();
    expect(text.match(/rejected_reason/g)).toHaveLength(1);
    await files.put(
      path.slice(files.folder.length + 1),
      text.replace(/never\w*|no\w*(?=,,)/g, (word) => word + round),
    );
    const { data } = await prepared.run(path);
    expect(data).toMatchObject({ records: 2, imported: 0, rejected: 2 });
    expect(data.rejectedLines[0]).toEqual({ line: 2, reasons: [reason('iso')] });
    path = path.replace('.rejected.csv', '.rejected.rejected.csv');
  }
  const last = path.slice(files.folder.length + 1);
  await files.put(last, (await files.read(last)).replace(/never\w*|no\w*(?=,,)/g, '2024-05-01'));
  expect((await prepared.run(path)).data).toMatchObject({ records: 2, imported: 2, rejected: 0 });
  await files.put(`${serial}-list.csv`, wrong.replace(/never|no(?=,,)/g, '2024-05-01'));
  expect((await prepared.run(prepared.file)).data).toMatchObject({ imported: 0, there: 2, rejected: 0 });
});

test('a line of JSON that is none is mended any number of times too', async () => {
  const prepared = await prepare({ name: 'list.jsonl', content: 'not JSON\n{"id":1,"email":"a@example.com"}\n' });
  await prepared.run();
  let path = files.path(`${serial}-list.rejected.jsonl`);
  for (let round = 0; round < 2; round += 1) {
    expect((await prepared.run(path)).data).toMatchObject({ records: 2, rejected: 2 });
    path = path.replace('.rejected.jsonl', '.rejected.rejected.jsonl');
  }
  const lines = (await files.read(path.slice(files.folder.length + 1))).trimEnd().split('\n');

  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { rejected: { line: 1, reasons: ['The line is not a JSON object.'], text: 'not JSON' } },
    { rejected: { line: 2, reasons: ['time: Column time is empty.'] }, id: 1, email: 'a@example.com' },
  ]);
});

test('a file of rejected lines that is there with other lines stays, and nothing is imported', async () => {
  const prepared = await prepare({
    name: 'list.csv',
    content: 'id,email,time\n1,a@example.com,never\n2,b@example.com,2024-05-01\n',
  });
  const name = `${serial}-list.rejected.csv`;
  await files.put(name, 'mended');

  const { exitCode, stderr } = await prepared.run();

  expect([exitCode, stderr]).toEqual([
    exitCodes.usage,
    expect.stringContaining(
      'already exists. Import it, remove it, or name another file with --rejected. Nothing was changed.',
    ),
  ]);
  expect(await files.read(name)).toBe('mended');
  expect(await prepared.search()).toEqual([]);
  expect((await prepared.check()).data).toMatchObject({ consents: 1, rejected: 1, rejectedFile: null });
  expect((await files.names()).filter((each) => each.endsWith('.part'))).toEqual([]);
  expect((await prepared.run(prepared.file, '--rejected', files.path('other.csv'))).data).toMatchObject({
    imported: 1,
  });
  expect((await prepared.run(prepared.file, '--rejected', files.path('other.csv'))).data).toMatchObject({
    there: 1,
    rejected: 1,
  });
});

test('e-mails that are none are imported, and counted', async () => {
  const wrong = [
    'n/a',
    'mailto:a@example.com',
    'a b@example.com',
    'a@example.com; b@example.com',
    'a@example.com,b@example.com',
    'none',
    'a@',
    '@example.com',
    'Ada <a@example.com>',
  ];
  const right = ['a@example.com', 'ada+x@b\u00fccher.example', ' a@example.com ', "o'brien@example.com"];
  const lines = [...wrong, ...right].map((email, i) => `${i},"${email}",2024-05-01`);
  const { data, checked, file, of } = await importFile({
    name: 'list.csv',
    content: ['id,email,time', ...lines, ''].join('\n'),
  });

  expect(data).toMatchObject({ imported: wrong.length + right.length, rejected: 0 });
  expect(checked.data).toMatchObject({ notEmails: 9 });
  await files.put('again.csv', `id,email,time\n99,n/a,2024-05-01\n`);
  const { stdout } = await admin('consent', 'import', files.path('again.csv'), ...of, '--check');
  expect(stdout).toMatch(/^no e-mail +1, such as in line 2/m);
  expect(file).toBeDefined();
});
