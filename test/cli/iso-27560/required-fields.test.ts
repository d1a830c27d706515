import { expect, test } from 'vitest';
import { toConsentRecord } from '../../../cli/iso-27560/consent-record.ts';
import { findMissingFields } from '../../../cli/iso-27560/required-fields.ts';
import type { NoticeTerms, Party } from '../../../shared/notices/terms.ts';
import { runs } from '../../support/make/chance.ts';
import { allTerms } from '../../support/make/notices.ts';
import { fc } from '../../support/make/properties.ts';
import type { Thing } from './graph.ts';
import { all, iri, readGraph } from './graph.ts';
import { stated } from './stated.ts';

const processOf = (record: Thing): Thing | undefined => all(record, 'dpv:hasProcess')[0];
const conditionsOf = (record: Thing, type: string): readonly Thing[] =>
  all(processOf(record), 'dpv:hasStorageCondition').filter((condition) => condition['@type']?.includes(iri(type)));

/** Fields that the guide's tables require (docs/iso-27560.md, What a record says), and where a reader of JSON-LD finds them. */
const places: Readonly<Record<string, (record: Thing) => readonly unknown[]>> = {
  record_id: (record) => all(record, 'dct:identifier'),
  pii_principal_id: (record) => all(all(record, 'dpv:hasDataSubject')[0], 'dpv:hasIdentifier'),
  privacy_notice: (record) => all(record, 'dpv:hasNotice'),
  language: (record) => all(all(record, 'dpv:hasNotice')[0], 'dct:language'),
  purpose: (record) => all(processOf(record), 'dpv:hasPurpose'),
  pii_information: (record) => all(processOf(record), 'dpv:hasPersonalData'),
  pii_controllers: (record) => all(record, 'dpv:hasDataController'),
  storage_locations: (record) => conditionsOf(record, 'dpv:StorageLocation'),
  retention_period: (record) => conditionsOf(record, 'dpv:StorageDuration'),
  jurisdiction: (record) => all(record, 'dpv:hasJurisdiction'),
  recipient_third_parties: (record) => all(processOf(record), 'dpv:hasRecipient'),
  withdrawal_method: (record) => all(record, 'dpv:hasConsentControl'),
  privacy_rights: (record) => all(record, 'dpv:hasRight'),
  event_time: (record) => all(all(record, 'dpv:hasConsentStatus')[0], 'dpv:isIndicatedAtTime'),
  validity_duration: (record) => all(all(record, 'dpv:hasConsentStatus')[0], 'dpv:hasDuration'),
  entity_id: (record) => all(all(record, 'dpv:hasConsentStatus')[0], 'dpv:isIndicatedBy'),
  event_state: (record) =>
    all(all(record, 'dpv:hasConsentStatus')[0], '@type').concat(all(record, 'dpv:hasConsentStatus')),
  event_type: (record) =>
    all(record, 'dpv:hasLegalBasis').filter((basis) =>
      /#(Implied|Expressed|ExplicitlyExpressed)Consent$/.test(String(basis['@id'])),
    ),
};

const contacts = (entity: Thing, type: string): readonly Thing[] =>
  all(entity, 'schema:contactPoint').filter((contact) => contact['@type']?.includes(iri(type)));

/** Those of each party. */
const placesOfParties: Readonly<Record<string, (entity: Thing) => readonly unknown[]>> = {
  party_id: (entity) => all(entity, 'dpv:hasIdentifier'),
  party_name: (entity) => all(entity, 'dpv:hasName'),
  party_type: (entity) => entity['@type'] ?? [],
  party_address: (entity) => contacts(entity, 'schema:PostalAddress'),
  party_contact: (entity) => contacts(entity, 'schema:ContactPoint'),
};

const some = <Value>(value: Value) => fc.option(fc.constant(value), { nil: undefined });
const party: fc.Arbitrary<Party> = fc.record(
  {
    name: fc.constant('a'),
    address: fc.constant('b'),
    contact: fc.constant('c'),
    email: fc.constant('d'),
    url: fc.constant('e'),
  },
  { requiredKeys: ['name'] },
);

const terms = fc
  .record({
    ...(Object.fromEntries(Object.entries(allTerms).map(([name, value]) => [name, some(value)])) as {
      [Name in keyof NoticeTerms]-?: fc.Arbitrary<NoticeTerms[Name] | undefined>;
    }),
    controller: fc.option(party, { nil: undefined }),
    recipients: fc.array(party, { maxLength: 3 }),
    authority: fc.option(party, { nil: undefined }),
  })
  .map((drawn) => Object.fromEntries(Object.entries(drawn).filter(([, value]) => value !== undefined)) as NoticeTerms);

test('whatever a notice says, a required field is in the record or named as missing, and never both', async () => {
  await fc.assert(
    fc.asyncProperty(terms, fc.constantFrom({}, { email: 'ada@example.com' }), async (drawn, userData) => {
      const statement = stated(drawn, { userData });
      const record = await readGraph(toConsentRecord(statement));
      const entities = all(record, 'dpv:hasEntity');

      const lacking = [
        ...Object.entries(places).filter(([, find]) => find(record).length === 0),
        ...entities.flatMap((entity) =>
          Object.entries(placesOfParties).filter(([, find]) => find(entity).length === 0),
        ),
      ].map(([field]) => field);
      const missing = findMissingFields(statement).map(({ field }) => field);
      expect(missing.sort()).toEqual(lacking.sort());
      expect(all(record, 'dct:conformsTo')).toHaveLength(lacking.length === 0 ? 1 : 0);
      expect(all(record, 'rdfs:comment')).toHaveLength(lacking.length === 0 ? 0 : 1);
    }),
    { numRuns: runs(20) },
  );
});

test('what is missing is said by the member of notice.json that adds it', () => {
  const without = (member: keyof NoticeTerms): NoticeTerms => {
    const { [member]: _, ...rest } = allTerms;
    return rest;
  };

  for (const { member } of findMissingFields(stated({}))) {
    if (member === undefined) throw new Error('Each can be added.');
    expect(findMissingFields(stated(without(member)))).toEqual([expect.objectContaining({ member })]);
  }
  expect(findMissingFields(stated({}))).toHaveLength(10);
  expect(findMissingFields(stated(allTerms))).toEqual([]);
});
