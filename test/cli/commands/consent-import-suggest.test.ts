import { expect, test } from 'vitest';
import { exitCodes } from '../../../cli/errors.ts';
import { admin } from '../../support/call/admin.ts';
import { newTenant } from '../../support/make/builders.ts';
import { makeFolder } from '../../support/make/exports.ts';

const files = makeFolder();
const tenant = await newTenant();

/** What somebody writes where a suggestion says FILL IN. */
const answers: Readonly<Record<string, string>> = {
  'project.value': tenant.projectUid,
  'notice.value': tenant.notices[0]?.name ?? '',
  'version.value': '1',
  zone: 'Europe/Rome',
  'proof.source.value': 'old list',
  'lang.value': 'ita',
  'lang.default': 'ita',
  'revocation.time.format': 'dd/MM/yyyy HH:mm',
};

const suggest = async (file: string) => {
  const { exitCode, stdout, stderr } = await admin('consent', 'import', '--suggest-mapping', file, '--json');
  expect(exitCode, stderr).toBe(0);
  return JSON.parse(stdout);
};

const complete = (mapping: Record<string, unknown>, blanks: readonly string[]): string => {
  const copy = structuredClone(mapping);
  for (const path of blanks) {
    const steps = path.split('.');
    const last = steps.pop() ?? '';
    const place = steps.reduce<Record<string, unknown>>((at, step) => at[step] as Record<string, unknown>, copy);
    place[last] = answers[path] ?? answers[last] ?? answers[path.replace('revocation.', '')];
  }
  return JSON.stringify(copy);
};

interface Case {
  readonly header: string;
  readonly rows: readonly string[];
  readonly userData: readonly string[];
  readonly mapping?: object;
  readonly revoked?: number;
}

const always = ['project.value', 'notice.value', 'version.value'];

test.each<[string, Case]>([
  [
    'Mailchimp',
    {
      header:
        '"Email Address","First Name","Last Name","Phone Number",MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,UNSUB_TIME,LEID,EUID,NOTES,TAGS',
      rows: [
        'ada@example.com,Ada,Rossi,,2,"2024-01-02 10:11:12",,"2024-01-02 10:15:00",203.0.113.9,"2024-02-01 08:00:00",123,abc,,',
      ],
      userData: ['email', 'first_name', 'last_name', 'phone'],
      mapping: { key: ['LEID'], time: { column: 'CONFIRM_TIME' }, proof: { ip_address: { column: 'CONFIRM_IP' } } },
      revoked: 1,
    },
  ],
  [
    'Brevo',
    {
      header: 'CONTACT ID;EMAIL;PRENOM;NOM;SMS;ADDED_TIME;MODIFIED_TIME;LANGUE',
      rows: [
        '7;ada@example.com;Ada;Rossi;33612345678;17-01-2024 09:05:00;;fr_FR',
        '8;bo@example.com;Bo;;;31-12-2023 23:59:59;;',
      ],
      userData: ['email', 'first_name', 'last_name', 'mobile_phone'],
      mapping: {
        delimiter: ';',
        time: { column: 'ADDED_TIME', format: 'd-M-yyyy H:mm:ss' },
        lang: { column: 'LANGUE', values: { fr_FR: 'fra' } },
      },
    },
  ],
  [
    'HubSpot',
    {
      header: 'Record ID,First Name,Last Name,Email,Phone Number,Mobile Phone Number,Lead Status,Create Date',
      rows: ['101,Ada,Rossi,ada@example.com,,+39 333 1234567,,2024-01-05 10:22'],
      userData: ['email', 'first_name', 'last_name', 'mobile_phone', 'phone'],
      mapping: { key: ['Record ID'], time: { column: 'Create Date' } },
    },
  ],
  [
    'WooCommerce',
    {
      header:
        'order_id,billing_email,billing_first_name,billing_last_name,billing_phone,customer_ip_address,date_created',
      rows: ['9,ada@example.com,Ada,Rossi,02 1234567,203.0.113.9,2024-01-05T10:22:00Z'],
      userData: ['email', 'first_name', 'last_name', 'phone'],
      mapping: { key: ['order_id'], time: { column: 'date_created' } },
    },
  ],
  [
    'Italian, of Excel',
    {
      header:
        'sep=;\r\nCodice cliente;Nome;Cognome;Indirizzo e-mail;Cellulare;Codice fiscale;Data consenso;Data revoca;Note;;',
      rows: [';;;;;;;;;;', 'C1;Ada;Rossi;ada@example.com;333 1234567;RSSMRA85M01H501Z;26/10/2025 12:30;;x;;'],
      userData: ['email', 'first_name', 'last_name', 'mobile_phone', 'tax_code'],
      mapping: { delimiter: ';', key: ['Codice cliente'], time: { column: 'Data consenso', format: 'd/M/yyyy H:mm' } },
    },
  ],
  [
    'German',
    {
      header: 'Kundennummer\tE-Mail-Adresse\tVorname\tNachname\tTelefon\tAnmeldedatum\tAbmeldedatum\tSprache',
      rows: [
        '1\tada@example.com\tAda\tRossi\t\t31.12.2024\tNULL\tde',
        '2\tbo@example.com\tBo\tBraun\t\t01.02.2024\t02.03.2024\t',
      ],
      userData: ['email', 'first_name', 'last_name', 'phone'],
      mapping: { delimiter: '\t', null: ['NULL'], time: { column: 'Anmeldedatum', format: 'd.M.yyyy' } },
      revoked: 1,
    },
  ],
  [
    'Spanish, without an id',
    {
      header: 'Nombre|Apellidos|Correo electrónico|Fecha de alta|Fecha de baja',
      rows: ['Ada|Rossi|ada@example.com|1704190512|'],
      userData: ['email', 'first_name', 'last_name'],
      mapping: { key: ['Correo electrónico'], time: { column: 'Fecha de alta', format: 'epoch-seconds' } },
    },
  ],
])(
  'a mapping for the columns of %s runs once its blanks are filled in',
  async (name, { header, rows, userData, mapping, revoked = 0 }) => {
    const file = await files.put(`${name}.csv`, `${[header, ...rows].join('\r\n')}\r\n`);

    const { mapping: suggested, fillIn: blanks } = await suggest(file);

    expect(suggested).toMatchObject(mapping ?? {});
    expect(Object.keys(suggested.userData).sort()).toEqual(userData);
    expect(blanks).toEqual(expect.arrayContaining(always));
    const path = await files.put(`${name}.json`, complete(suggested, blanks));
    const of = ['--mapping', path, '--source', name, '--account', tenant.accountId];
    const early = await files.put('early.json', JSON.stringify(suggested));
    const refused = await admin('consent', 'import', file, '--mapping', early, ...of.slice(2), '--check');
    expect([refused.exitCode, refused.stderr]).toEqual([
      exitCodes.usage,
      expect.stringContaining('project.value: Fill it in: it still says FILL IN.'),
    ]);
    const { exitCode, stdout, stderr } = await admin('consent', 'import', file, ...of, '--check', '--json');
    expect(exitCode, stderr + stdout).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      consents: rows.filter((row) => /\w/.test(row)).length,
      revoked,
      rejected: 0,
    });
  },
);

test('what cannot be guessed is said, and what nothing uses', async () => {
  const file = await files.put('odd.csv', 'wann,wer,was\n3/4/2024 10:00,ada@example.com,x\n');

  const { exitCode, stdout, stderr } = await admin('consent', 'import', file, '--suggest-mapping');

  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    key: [expect.stringMatching(/^FILL IN/)],
    userData: { email: { column: expect.stringMatching(/^FILL IN/) } },
  });
  expect(stderr).toContain(
    'fill in what says FILL IN (key.0, project.value, notice.value, version.value, time.column, time.format, time.zone',
  );
  expect(stderr).toContain('Columns that nothing uses: wann, wer, was.');
});

test('an order of day and month that no line decides is a blank with both', async () => {
  const file = await files.put('order.csv', 'id,email,date\n1,ada@example.com,03/04/2024\n');

  const { mapping } = await suggest(file);

  expect(mapping.time.format).toBe('FILL IN: d/M/yyyy or M/d/yyyy');
});

test.each<[string, string | Uint8Array, object]>([
  [
    'lines.jsonl',
    '{"id":1,"subject":{"email":"a@example.com"},"created_at":"2024-05-01T10:00:00Z"}\n{"id":2,"cut',
    { key: ['id'], time: { column: 'created_at' }, userData: { email: { column: 'subject.email' } } },
  ],
  ['list.data', '{"id":1}\n', { format: 'jsonl' }],
  [
    'list.csv',
    Buffer.from('id,email,prénom\n', 'latin1'),
    { encoding: 'windows-1252', userData: { first_name: { column: 'prénom' } } },
  ],
  [
    'list.csv',
    Buffer.from('id,email\n', 'utf16le'),
    { encoding: 'utf-16le', userData: { email: { column: 'email' } } },
  ],
])('the form of %s #%# is in the mapping', async (name, content, expected) => {
  const file = await files.put(name, content);

  expect((await suggest(file)).mapping).toMatchObject(expected);
});

test('a workbook is recognized as one', async () => {
  const file = await files.put('list.xlsx', 'PK\u0003\u0004[Content_Types].xml');

  expect(await admin('consent', 'import', '--suggest-mapping', file)).toMatchObject({
    exitCode: exitCodes.usage,
    stderr: expect.stringContaining('is a workbook of Excel.'),
  });
});

test.each([
  ['', 'is empty.'],
  ['1,ada@example.com,2024-05-21\n', 'has an e-mail address in its first line, which must name its columns.'],
])('a file without a header gets no mapping: %j', async (content, says) => {
  const file = await files.put('bare.csv', content);

  expect(await admin('consent', 'import', '--suggest-mapping', file)).toMatchObject({
    exitCode: exitCodes.usage,
    stdout: '',
    stderr: expect.stringContaining(says),
  });
});
