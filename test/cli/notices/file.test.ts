import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTerms } from '../../../cli/notices/file.ts';
import { TermName } from '../../../shared/notices/terms.ts';
import { allTerms } from '../../support/make/notices.ts';

test('terms are read as they are, less what is none of them', () => {
  expect(readTerms({ name: 'privacy', ...allTerms, title: {} })).toEqual({ terms: allTerms, problems: [] });
  expect(readTerms({ name: 'privacy' })).toEqual({ terms: {}, problems: [] });
  expect(readTerms({ askAgain: false, retentionDays: 9 })).toEqual({ terms: { retentionDays: 9 }, problems: [] });
});

test('each term may stand alone', () => {
  for (const [name, value] of Object.entries(allTerms)) {
    expect(readTerms({ [name]: value })).toEqual({ terms: { [name]: value }, problems: [] });
  }
  expect(TermName.options).toEqual(Object.keys(allTerms));
});

test('authors read of each term', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../docs/notices.md'), 'utf8');

  expect(page.match(/(?<=^\| `)\w+(?=` \| )/gm)).toEqual(expect.arrayContaining(TermName.options));
});

const oneOrMore = 'retentionDays must be a whole number, 1 or more. To keep consents without a limit, leave it out.';
const partyMembers = 'The members are name, address, contact, email, phone, url.';
const object = 'must be an object, as in { "name": "…" }.';
const address = 'must be a complete URL, such as https://shop.example/privacy.';
const place = 'must be EU, or an ISO 3166 code in capital letters, such as IT or US-CA.';
const term =
  'must be one word for a purpose from the Data Privacy Vocabulary (https://w3id.org/dpv), such as Marketing.';

test.each([
  [{ askAgain: 'true' }, 'askAgain must be true or false.'],
  [{ askAgain: null }, 'askAgain must be true or false.'],
  [{ retentionDays: 0 }, oneOrMore],
  [{ retentionDays: 1.5 }, oneOrMore],
  [{ retentionDays: '365' }, oneOrMore],
  [{ retentionDays: 1e300 }, oneOrMore],
  [{ controller: 'Demo Shop' }, `controller ${object}`],
  [{ controller: [] }, `controller ${object}`],
  [{ controller: {} }, 'controller has no name. Write one.'],
  [{ controller: { name: ' ' } }, 'name of controller is empty. Write one.'],
  [{ controller: { name: 1 } }, 'name of controller must be a text.'],
  [
    { controller: { name: 'a\nb' } },
    'name of controller has a line break or another control character. Write it on one line.',
  ],
  [{ controller: { name: 'a'.repeat(201) } }, 'name of controller has 201 characters. Shorten it to at most 200.'],
  [{ controller: { name: 'a', mail: 'b' } }, `controller has the unknown member "mail". ${partyMembers}`],
  [{ controller: { name: 'a', constructor: 'b' } }, `controller has the unknown member "constructor". ${partyMembers}`],
  [
    JSON.parse('{ "controller": { "name": "a", "__proto__": {} } }'),
    `controller has the unknown member "__proto__". ${partyMembers}`,
  ],
  [
    { controller: { name: 'a', email: 'shop.example' } },
    'email of controller must be an email address, such as privacy@shop.example.',
  ],
  [{ controller: { name: 'a', phone: 'none' } }, 'phone of controller must contain a number, such as +39 055 123456.'],
  [
    { controller: { name: 'a', url: 'shop.example' } },
    'url of controller must be a complete URL, such as https://shop.example/privacy.',
  ],
  [
    { controller: { name: 'a', url: 'javascript:alert(1)' } },
    'url of controller must be a complete URL, such as https://shop.example/privacy.',
  ],
  [{ purposes: 'Marketing' }, 'purposes must be a list, as in [{ "name": "…" }].'],
  [{ purposes: [] }, 'purposes is empty. Add an item, or leave it out.'],
  [{ purposes: ['Marketing'] }, `purpose 1 ${object}`],
  [{ purposes: [{ name: 'a' }, { type: 'Marketing' }] }, 'purpose 2 has no name. Write one.'],
  [{ purposes: [{ name: 'a', type: 'direct marketing' }] }, `type of purpose 1 ${term}`],
  [{ purposes: [{ name: 'a', type: 'dpv:Marketing' }] }, `type of purpose 1 ${term}`],
  [{ purposes: [{ name: 'a', text: 'b' }] }, 'purpose 1 has the unknown member "text". The members are name, type.'],
  [{ purposes: [{ name: 'a', type: '' }] }, 'type of purpose 1 is empty. Write one.'],
  [{ personalData: { name: 'a' } }, 'personalData must be a list, as in [{ "name": "…" }].'],
  [{ personalData: [{ type: 'EmailAddress' }] }, 'personal data 1 has no name. Write one.'],
  [
    { personalData: [{ name: 'a', type: 'pd:EmailAddress' }] },
    'type of personal data 1 must be one word for a kind of personal data from the Data Privacy Vocabulary (https://w3id.org/dpv/pd), such as EmailAddress.',
  ],
  [{ personalData: [{ name: 'a', optional: 'yes' }] }, 'optional of personal data 1 must be true or false.'],
  [
    { processing: [{ name: 'a', type: 'b' }] },
    'type of processing 1 must be one word for a kind of processing from the Data Privacy Vocabulary (https://w3id.org/dpv), such as Collect.',
  ],
  [
    { dataSources: [{ name: 'a', type: 'b c' }] },
    'type of data source 1 must be one word for a data source from the Data Privacy Vocabulary (https://w3id.org/dpv), such as DataSubjectDataSource.',
  ],
  [{ storageLocations: [{ name: 'a', type: 'Italy' }] }, `type of storage location 1 ${place}`],
  [{ processingLocations: [{ name: 'a', type: 'it' }] }, `type of processing location 1 ${place}`],
  [{ jurisdictions: [{ name: 'a', type: 'US-CALI' }] }, `type of jurisdiction 1 ${place}`],
  [{ storagePeriod: 'P2Y' }, `storagePeriod ${object}`],
  ...['P', 'P2W', '2 years', 'P1D1Y', 'PT1H', 'P-1Y'].map((duration): [object, string] => [
    { storagePeriod: { name: 'a', duration } },
    'duration of storagePeriod must be years, months and days in the form of ISO 8601, such as P2Y or P1Y6M.',
  ]),
  ...['Article 6', 'eu-gdpr:A6-1-a', 'A6(1)(a)', 'A0'].map((type): [object, string] => [
    { lawfulBasis: { name: 'a', type } },
    'type of lawfulBasis must be an article of the GDPR in the form of the Data Privacy Vocabulary, such as A6-1-a.',
  ]),
  ...['Consent', 'expressed', true].map((consentType): [object, string] => [
    { consentType },
    'consentType must be one of ImpliedConsent, ExpressedConsent, ExplicitlyExpressedConsent.',
  ]),
  [{ withdrawal: { name: 'a', url: '/account' } }, `url of withdrawal ${address}`],
  [{ rights: [{ name: 'a', email: 'b' }] }, 'right 1 has the unknown member "email". The members are name, type, url.'],
  [{ authority: [] }, `authority ${object}`],
  [{ recipients: {} }, 'recipients must be a list, as in [{ "name": "…" }].'],
  [{ recipients: [{ name: 'a' }, { name: '' }] }, 'name of recipient 2 is empty. Write one.'],
])('%j is refused', (given, problem) => {
  expect(readTerms(given)).toEqual({ terms: {}, problems: [problem] });
});

test('all that is wrong is said at once', () => {
  const wrong = { purposes: [{ name: '', type: '' }], controller: { email: 'a', nmae: 'b' }, askAgain: 1 };

  expect(readTerms(wrong).problems).toEqual([
    'askAgain must be true or false.',
    'controller has no name. Write one.',
    'email of controller must be an email address, such as privacy@shop.example.',
    `controller has the unknown member "nmae". ${partyMembers}`,
    'name of purpose 1 is empty. Write one.',
    'type of purpose 1 is empty. Write one.',
  ]);
});
