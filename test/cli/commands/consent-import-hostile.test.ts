import { afterAll, expect, test } from 'vitest';
import { exitCodes } from '../../../cli/command-error.ts';
import type { ConsentRecord } from '../../../shared/consents/record.ts';
import { admin, adminData } from '../../support/admin.ts';
import { newTenant } from '../../support/builders.ts';
import { crmHeader, crmMapping, makeFolder } from '../../support/import-file.ts';
import { invoke } from '../../support/invoke.ts';

const files = makeFolder();
afterAll(files.remove);

const ada = '1,yes,2024-03-01 09:30:00,it,ada@example.com,Ada,https://shop.example/form,,x';
const bob = '2,yes,2024-03-02 09:30:00,en,bob@example.com,Bob,,,y';

/** The import of a file into an account of its own, and what a search finds there. */
const prepare = async (name: string, content: string | Uint8Array, overrides: object = {}) => {
  const { accountId, projectUid, notices, token } = await newTenant();
  const file = await files.put(name, content);
  const mapping = await files.put(`${name}.json`, crmMapping(projectUid, notices[0]?.name ?? '', overrides));
  const options = ['--mapping', mapping, '--source', 'CRM', '--account', accountId];
  const search = async (): Promise<readonly ConsentRecord[]> =>
    (await invoke('searchConsents', { projectUid, userData: '' }, { token })).body.data;
  return { words: ['consent', 'import', file, ...options], options, search };
};

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
  const { words, search } = await prepare(`${name}.csv`, parts.join(''), overrides);

  expect(await adminData(...words, '--yes')).toMatchObject({ imported: 2, rejected: 0 });

  expect((await search()).map(({ userData }) => userData.remark)).toEqual(['y', 'x']);
});

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

test('rejected lines of a file in another encoding are read as they were', async () => {
  const wrong = ada.replace('Ada', 'José').replace('2024-03-01', 'ieri');
  const { words, options, search } = await prepare('latin.csv', latin(`${crmHeader}\n${wrong}\n`), {
    encoding: 'windows-1252',
  });
  await admin(...words, '--yes');
  const rejected = await files.read('latin.rejected.csv');
  expect(rejected.startsWith('\ufeff')).toBe(true);
  await files.put('latin.rejected.csv', rejected.replace('ieri', '2024-03-01'));

  expect(await adminData('consent', 'import', files.path('latin.rejected.csv'), ...options, '--yes')).toMatchObject({
    imported: 1,
  });

  expect(await search()).toMatchObject([{ userData: { first_name: { value: 'José' } } }]);
});

test('a mark of UTF-16 is obeyed, whatever the mapping says', async () => {
  const bytes = Buffer.from(`\ufeff${crmHeader}\n${ada}\n`, 'utf16le').swap16();
  const { words } = await prepare('big-endian.csv', bytes, { encoding: 'utf-16le' });

  const { exitCode, stderr } = await admin(...words, '--check');

  expect(exitCode).toBe(exitCodes.usage);
  expect(stderr).toContain('is UTF-16. Save it as UTF-8, or add "encoding": "utf-16be" to the mapping file.');
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
  const { words, options } = await prepare('rejected.jsonl', `${lines.join('\n')}\n`, {
    passOver: [{ column: 'rejected', in: ['true'] }],
    lang: { column: 'language', values: { it: 'ita' } },
    revocation: undefined,
  });

  const { stdout } = await admin(...words, '--yes', '--json');

  expect(JSON.parse(stdout)).toMatchObject({ imported: 1, passedOver: 1, rejected: 1 });
  const mended = (await files.read('rejected.rejected.jsonl')).replace('"xx"', '"it"');
  expect(JSON.parse(mended)).toMatchObject({ rejected: { line: 2, was: false } });
  const [again, over] = await Promise.all([
    files.put('mended.jsonl', mended),
    files.put('over.jsonl', mended.replace('"was":false', '"was":true')),
  ]);
  expect(await adminData('consent', 'import', again, ...options, '--yes')).toMatchObject({ imported: 1 });
  expect(await adminData('consent', 'import', over, ...options, '--yes')).toMatchObject({ imported: 0, passedOver: 1 });
});

test.each([
  ['U+0000', 'A\\u0000da', 'email', 'userData: Text must not contain the character U+0000.'],
  ['a lone surrogate', 'A\\ud800', 'page', 'proof: Text must be well-formed Unicode; a lone surrogate is not.'],
])('%s, which no request can say, is a rejected line', async (name, text, member, reason) => {
  const line = jsonLine({ [member]: 'HERE' }).replace('HERE', text);
  const { words } = await prepare(`${name}.jsonl`, `${line}\n`, { passOver: [], revocation: undefined });

  const { exitCode, stdout } = await admin(...words, '--check', '--json');

  expect(exitCode).toBe(exitCodes.finding);
  expect(JSON.parse(stdout).rejectedLines).toEqual([{ line: 1, reasons: [reason] }]);
});

test('numbers of JSON keep their digits: two ids of 64 bits are two records', async () => {
  const ids = ['12345678901234567890', '12345678901234567891'];
  const { words, search } = await prepare('digits.jsonl', ids.map((id) => `${jsonLine(id)}\n`).join(''), {
    passOver: [],
    userData: { email: { column: 'email' }, member: { column: 'id' } },
    revocation: undefined,
  });

  expect(await adminData(...words, '--yes')).toMatchObject({ imported: 2, there: 0, rejected: 0 });

  expect((await search()).map(({ userData }) => userData.member).sort()).toEqual(ids);
});
