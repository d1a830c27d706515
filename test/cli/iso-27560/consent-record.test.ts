import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { toConsentReceipt } from '../../../cli/iso-27560/consent-receipt.ts';
import { toConsentRecord } from '../../../cli/iso-27560/consent-record.ts';
import { findMissingFields, nameField } from '../../../cli/iso-27560/required-fields.ts';
import { readNoticeFolder } from '../../../cli/notices/notice-folder.ts';
import { allTerms } from '../../support/make/notices.ts';
import { statementOf } from '../../support/make/statement.ts';
import type { Thing } from './graph.ts';
import { all, iri, one, readGraph } from './graph.ts';
import { stated } from './stated.ts';

const root = join(import.meta.dirname, '../../..');
const uuidOf = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

const whole = stated(allTerms);

describe('the record of a demo consent', () => {
  const vector = (name: string): string => join(root, 'docs/iso-27560', name);
  const print = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
  const read = async () => {
    const { content } = await readNoticeFolder(join(root, 'cli/local/demo/demo-shop/newsletter'));
    const statement = stated(content, {
      validityDays: 365,
      times: { revoked: new Date('2026-05-02T08:15:30.250Z') },
      userData: { email: 'ada@example.com', name: { label: 'First name', value: 'Ada' } },
    });
    return {
      ...statement,
      id: '019cd73e4a00700080000000000000a1',
      account: { id: '019a00000000700080000000000000a2', name: 'Demo Shop' },
      project: { uid: 'demo-shop', id: '019a00000000700080000000000000a3', name: 'Demo Shop' },
      notice: { ...statement.notice, name: 'newsletter', versionId: '019ca6b47c00700080000000000000a4' },
    };
  };

  test('is the one in docs, and lacks nothing', async () => {
    const statement = await read();

    expect(findMissingFields(statement)).toEqual([]);
    await expect(print(toConsentRecord(statement))).toMatchFileSnapshot(vector('record.jsonld'));
  });

  test('stands in a receipt, which is the one in docs', async () => {
    await expect(print(toConsentReceipt(await read()))).toMatchFileSnapshot(vector('receipt.jsonld'));
  });
});

test('says what the statement says', async () => {
  const record = await readGraph(toConsentRecord(whole));

  const { id, notice, times, claimed } = whole;
  expect(record['@id']).toBe(`urn:uuid:${uuidOf(id)}`);
  expect(record['@type']).toEqual([iri('dpv:ConsentRecord')]);
  expect(one(record, 'dct:conformsTo')['@id']).toBe(iri('profile:record'));
  expect(one(record, 'dct:identifier')['@value']).toBe(uuidOf(id));
  expect(one(record, 'dct:created')).toEqual({ '@value': times.given, '@type': iri('xsd:dateTime') });
  expect(one(record, 'dct:issued')['@value']).toBe(whole.issuedAt);

  const agreed = one(record, 'dpv:hasNotice');
  expect(agreed['@id']).toBe(`urn:uuid:${uuidOf(notice.versionId)}`);
  expect(one(agreed, 'dct:language')['@value']).toBe('en');
  expect(one(agreed, 'dct:title')).toEqual({ '@value': 'Privacy notice', '@language': 'en' });
  expect(one(agreed, 'dct:date')['@value']).toBe(notice.publishedAt);
  expect(one(one(agreed, 'spdx:checksum'), 'spdx:checksumValue')['@value']).toBe(notice.hash.recomputed);

  const [email] = all(one(record, 'dpv:hasDataSubject'), 'dpv:hasIdentifier');
  expect(one(email, 'schema:name')['@value']).toBe('email');
  expect(one(email, 'schema:value')['@value']).toBe(claimed.userData.email);

  const project = one(record, 'dct:isPartOf');
  expect(project['@id']).toBe(`urn:uuid:${uuidOf(whole.project.id)}`);
  expect(one(one(project, 'dct:isPartOf'), 'dct:title')['@value']).toBe(whole.account.name);
});

test('has every term of the notice, in the words of the vocabulary', async () => {
  const record = await readGraph(toConsentRecord(whole));
  const process = one(record, 'dpv:hasProcess');
  const told = (thing: Thing, name: string, property: string): unknown[] =>
    all(thing, name).map((value) => all(value, property)[0]?.['@id'] ?? all(value, property)[0]?.['@value']);

  expect(told(process, 'dpv:hasPurpose', 'skos:broader')).toEqual([iri('dpv:Marketing'), undefined]);
  expect(told(process, 'dpv:hasPurpose', 'dct:title')).toEqual(['A newsletter', 'Statistics']);
  expect(told(process, 'dpv:hasPersonalData', 'skos:broader')).toEqual([
    iri('pd:EmailAddress'),
    iri('pd:MedicalHealth'),
  ]);
  expect(told(process, 'dpv:hasPersonalData', 'dpv:hasNecessity')).toEqual([iri('dpv:Required'), iri('dpv:Optional')]);
  expect(all(process, 'dpv:hasPersonalData').map((data) => data['@type'])).toEqual([
    [iri('dpv:PersonalData')],
    [iri('dpv:SpecialCategoryPersonalData')],
  ]);
  expect(told(process, 'dpv:hasProcessing', 'skos:broader')).toEqual([iri('dpv:Use')]);
  expect(one(process, 'dpv:hasDataSource')['@type']).toEqual([iri('dpv:DataSubjectDataSource')]);
  expect(told(process, 'dpv:hasStorageCondition', 'dpv:hasLocation')).toEqual([iri('loc:IT'), undefined]);
  const [, period] = all(process, 'dpv:hasStorageCondition');
  expect(one(one(period, 'dpv:hasDuration'), 'rdf:value')).toEqual({ '@value': 'P2Y', '@type': iri('xsd:duration') });
  expect(told(process, 'dpv:hasProcessingCondition', 'dpv:hasLocation')).toEqual([iri('loc:EU')]);
  expect(one(record, 'dpv:hasJurisdiction')['@id']).toBe(iri('loc:IT'));
  expect(all(record, 'dpv:hasLegalBasis')[0]?.['@id']).toBe(iri('dpv:ExplicitlyExpressedConsent'));
  expect(one(all(record, 'dpv:hasLegalBasis')[1], 'skos:broader')['@id']).toBe(iri('gdpr:A6-1-a'));
  expect(told(record, 'dpv:hasConsentControl', 'dpv:isExercisedAt')).toEqual(['https://shop.example/account']);
  expect(all(record, 'dpv:hasRight').map((right) => right['@type'])).toEqual([
    [iri('dpv:DataSubjectRight'), iri('gdpr:A15')],
    [iri('dpv:DataSubjectRight')],
  ]);
});

test('describes each party once, and refers to it by its IRI', async () => {
  const record = await readGraph(toConsentRecord(whole));
  const entities = new Map(all(record, 'dpv:hasEntity').map((entity) => [entity['@id'], entity]));
  const referred = [
    one(record, 'dpv:hasDataController'),
    one(one(record, 'dpv:hasProcess'), 'dpv:hasRecipient'),
    one(record, 'dpv:hasAuthority'),
  ].map((reference) => entities.get(reference['@id']));

  expect(entities.size).toBe(3);
  expect(referred.map((entity) => entity?.['@type'])).toEqual([
    [iri('dpv:DataController')],
    [iri('dpv:Recipient')],
    [iri('dpv:Authority')],
  ]);
  const [controller] = referred;
  expect(one(controller, 'dpv:hasName')['@value']).toBe('Demo Shop S.r.l.');
  expect(one(controller, 'dpv:hasIdentifier')['@value']).toBe(controller?.['@id']);
  const [postal, contact] = all(controller, 'schema:contactPoint');
  expect(one(postal, 'schema:streetAddress')['@value']).toBe('Via Roma 1, 50123 Firenze');
  expect(one(contact, 'schema:email')['@value']).toBe('privacy@shop.example');
  expect(one(contact, 'schema:telephone')['@value']).toBe('+39 055 123456');
});

test('refers to the signed document by its SHA-256, and to the key by its thumbprint', async () => {
  const source = { document: '{"protected":"…"}', kid: 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs' };
  const record = await readGraph(toConsentRecord(whole, source));

  const document = one(record, 'dct:source');
  const hash = createHash('sha256').update(source.document);
  const hex = hash.copy().digest('hex');
  expect(document['@id']).toBe(`ni:///sha-256;${hash.digest('base64url')}`);
  expect(one(one(document, 'spdx:checksum'), 'spdx:checksumValue')['@value']).toBe(hex);
  expect(one(document, 'sec:verificationMethod')['@id']).toBe(
    `urn:ietf:params:oauth:jwk-thumbprint:sha-256:${source.kid}`,
  );
  expect(all(await readGraph(toConsentRecord(whole)), 'dct:source')).toEqual([]);
});

test('of an erased consent has nothing of the person, and says so', async () => {
  const erased = stated(allTerms, { times: { erased: new Date('2026-04-01T00:00:00Z') } });
  const record = await readGraph(toConsentRecord(erased));

  expect(all(one(record, 'dpv:hasDataSubject'), 'dpv:hasIdentifier')).toEqual([]);
  expect(all(record, 'dct:conformsTo')).toEqual([]);
  expect(one(record, 'rdfs:comment')['@value']).toBe(
    'ISO/IEC TS 27560 requires what the register does not hold: pii_principal_id.',
  );
  expect(all(record, 'dpv:hasConsentStatus').map((event) => event['@type'])).toEqual([
    [iri('dpv:ConsentGiven'), iri('dpv:ExplicitlyExpressedConsent')],
    [iri('dpv:ConsentStatusInvalidForProcessing')],
  ]);
});

test('says of which party it lacks what', () => {
  const recipients = [
    { name: 'a', address: 'b', phone: '+39 06 1234' },
    { name: 'c', url: 'https://c.example' },
  ];

  expect(findMissingFields(stated({ ...allTerms, recipients }))).toEqual([
    { field: 'party_address', of: 'recipient 2', member: 'recipients' },
    { field: 'party_contact', of: 'recipient 2', member: 'recipients' },
  ]);
});

test('of an imported consent says where it is from, and when it came', async () => {
  const imported = {
    source: 'old CRM',
    line: 7,
    at: new Date('2026-05-01T00:00:00Z'),
    by: 'local:ada',
  };
  const record = await readGraph(toConsentRecord(stated({}, { imported })));

  const provenance = one(record, 'dct:provenance');
  expect(one(provenance, 'dct:description')['@value']).toMatch(/^Imported from old CRM;/);
  expect(one(record, 'dct:created')['@value']).toBe('2026-05-01T00:00:00.000Z');
  expect(one(one(record, 'dpv:hasConsentStatus'), 'dpv:isIndicatedAtTime')['@value']).toBe('2026-03-10T10:00:00.000Z');
});

test('of a version whose text is gone has what the consent itself says', async () => {
  const statement = statementOf();
  const bare = { ...statement, notice: { ...statement.notice, content: null } };
  const record = await readGraph(toConsentRecord(bare));

  expect(findMissingFields(bare).map(nameField)).toEqual([
    'purpose',
    'pii_information',
    'pii_controllers',
    'storage_locations',
    'retention_period',
    'jurisdiction',
    'recipient_third_parties',
    'withdrawal_method',
    'privacy_rights',
    'event_type',
  ]);
  expect(one(record, 'dpv:hasLegalBasis')['@id']).toBe(iri('dpv:Consent'));
  expect(one(record, 'dpv:hasNotice')['@id']).toBe(`urn:uuid:${uuidOf(statement.notice.versionId)}`);
});

describe('a receipt', () => {
  test('holds the record, for the person', async () => {
    const receipt = await readGraph(toConsentReceipt(whole));
    const { '@context': _, ...record } = toConsentRecord(whole);

    expect(toConsentReceipt(whole)['dpv:hasRecordOfActivity']).toEqual(record);
    expect(receipt['@type']).toEqual([iri('dpv:ConsentReceipt')]);
    expect(one(receipt, 'dct:created')['@value']).toBe(whole.issuedAt);
    expect(one(receipt, 'schema:recipient')['@id']).toBe(`urn:uuid:${uuidOf(whole.id)}#data-subject`);
    expect(receipt['@id']).toBe(`urn:uuid:${String(one(receipt, 'dct:identifier')['@value'])}`);
  });

  test('has an id of its own, the same for the same statement alone', () => {
    const again = toConsentReceipt(whole)['@id'];

    expect(toConsentReceipt(structuredClone(whole))['@id']).toBe(again);
    expect(toConsentReceipt({ ...whole, issuedAt: '2026-06-02T00:00:00.000Z' })['@id']).not.toBe(again);
    expect(toConsentReceipt(stated({ ...allTerms, rights: [] }))['@id']).not.toBe(again);
    expect(again).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  test('says that it conforms where its record does', async () => {
    expect(all(await readGraph(toConsentReceipt(stated({}))), 'dct:conformsTo')).toEqual([]);
  });
});
