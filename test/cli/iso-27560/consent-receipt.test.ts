import { expect, test } from 'vitest';
import { toConsentReceipt } from '../../../cli/iso-27560/consent-receipt.ts';
import { allTerms } from '../../support/make/notices.ts';
import { iri, irisIn, readGraph } from './graph.ts';
import { stated } from './stated.ts';

/** What records are said with, each found by hand in version 2.3 of the Data Privacy Vocabulary; tests can fetch none. */
const found: Readonly<Record<string, string>> = {
  dpv: `
    Authority ConsentExpired ConsentGiven ConsentNotice ConsentReceipt ConsentRecord ConsentRevoked
    ConsentStatusInvalidForProcessing ConsentWithdrawn Consent DataController DataSource DataSubject
    DataSubjectDataSource DataSubjectRight Duration EndlessDuration ExplicitlyExpressedConsent ExpressedConsent
    ImpliedConsent LegalBasis Location Marketing Optional PersonalData Process Processing ProcessingLocation
    Purpose Recipient Required SensitivePersonalData SpecialCategoryPersonalData StorageDuration StorageLocation
    TemporalDuration UntilTimeDuration Use WithdrawConsent hasAuthority hasConsentControl hasConsentStatus
    hasDataController hasDataSource hasDataSubject hasDuration hasEntity hasIdentifier hasIndicationMethod
    hasJurisdiction hasLegalBasis hasLocation hasName hasNecessity hasNotice hasPersonalData hasProcess
    hasProcessing hasProcessingCondition hasPurpose hasRecipient hasRecordOfActivity hasRight
    hasStorageCondition isExercisedAt isIndicatedAtTime isIndicatedBy
  `,
  pd: 'EmailAddress MedicalHealth',
  loc: 'EU IT',
  gdpr: 'A15 A6-1-a',
  profile: 'receipt record',
  dct: `
    ProvenanceStatement conformsTo created date description identifier isPartOf issued language provenance
    source title
  `,
  rdf: 'value',
  rdfs: 'comment',
  schema: `
    ContactPoint PostalAddress PropertyValue contactPoint description email name recipient streetAddress
    telephone url value
  `,
  sec: 'verificationMethod',
  skos: 'broader',
  spdx: 'Checksum algorithm checksum checksumAlgorithm_sha256 checksumValue',
  xsd: 'anyURI dateTime duration hexBinary',
};

const known = new Set(
  Object.entries(found).flatMap(([prefix, words]) =>
    words
      .trim()
      .split(/\s+/)
      .map((word) => iri(`${prefix}:${word}`)),
  ),
);

const day = (text: string): Date => new Date(`${text}T00:00:00Z`);
const imported = { source: 'a', line: 1, at: day('2026-05-01'), by: 'b' };

test.each([
  ['that says all', stated(allTerms, { userData: { name: { label: 'a', value: 'b' } } })],
  ['that says nothing', stated({})],
  [
    'with names that no vocabulary has',
    stated({ jurisdictions: [{ name: 'a' }], dataSources: [{ name: 'b' }], storagePeriod: { name: 'c' } }),
  ],
  ['with sensitive data', stated({ personalData: [{ name: 'a', sensitive: true }], consentType: 'ImpliedConsent' })],
  ['that was withdrawn', stated(allTerms, { times: { revoked: day('2026-04-01') }, validityDays: 365 })],
  ['that has expired', stated(allTerms, { validityDays: 10 })],
  ['that was superseded', stated(allTerms, { askedAgain: day('2026-04-01') })],
  ['that was erased', stated(allTerms, { times: { erased: day('2026-04-01') } })],
  ['that was imported', stated(allTerms, { imported })],
])('a record %s has no word that its vocabularies do not have', async (_, statement) => {
  const receipt = await readGraph(toConsentReceipt(statement, { document: 'a', kid: 'b' }));
  const words = irisIn(receipt).filter((word) => !/^(urn|ni):/.test(word));

  expect(words.length).toBeGreaterThan(30);
  expect(words.filter((word) => !known.has(word))).toEqual([]);
});
