import { textOf } from '../../shared/consents/evidence.ts';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import type { DataKind, Named, NoticeTerms, Period } from '../../shared/notices/terms.ts';
import { languageNames } from '../../shared/schema/language-names.ts';
import { consentTypeOf, toEvents } from './consent-events.ts';
import { entitiesOf, toEntityNode } from './entities.ts';
import type { Node, Value } from './linked-data.ts';
import {
  classOf,
  context,
  having,
  profiles,
  sha256,
  toChecksum,
  toDateTime,
  toUrn,
  toUuid,
  wordOf,
} from './linked-data.ts';
import { findMissingFields, nameField } from './required-fields.ts';

/** The person, as far as the site identified them. */
const toPerson = ({ id, claimed }: Statement): Node =>
  having({
    '@id': toUrn(id, 'data-subject'),
    '@type': 'dpv:DataSubject',
    'dpv:hasIdentifier': Object.entries(claimed.userData).map(([key, said]) =>
      having({
        '@type': 'schema:PropertyValue',
        'schema:name': key,
        'schema:value': textOf(said),
        'schema:description': typeof said === 'string' ? undefined : said.label,
      }),
    ),
  });

const toNotice = ({ claimed, notice }: Statement): Node => {
  const { tag } = languageNames[claimed.lang];
  const title = notice.content?.title[claimed.lang];
  return having({
    '@id': toUrn(notice.versionId),
    '@type': 'dpv:ConsentNotice',
    'dct:identifier': toUuid(notice.versionId),
    'dct:title': title === undefined ? undefined : { '@value': title, '@language': tag },
    'dct:language': tag,
    'dct:date': toDateTime(notice.publishedAt),
    'spdx:checksum': toChecksum(notice.hash.storedWithConsent),
  });
};

const toProject = ({ account, project }: Statement): Node =>
  having({
    '@id': toUrn(project.id),
    'dct:identifier': project.uid,
    'dct:title': project.name ?? undefined,
    'dct:isPartOf': { '@id': toUrn(account.id), 'dct:title': account.name },
  });

const toProvenance = ({ imported }: Statement): Node | undefined =>
  imported === null
    ? undefined
    : {
        '@type': 'dct:ProvenanceStatement',
        'dct:description': `Imported from ${imported.source}; this register did not observe how it was given.`,
        'dct:date': toDateTime(imported.time),
      };

/** What a record says about its conformity: that it conforms, or why not. */
const toConformance = (statement: Statement): Node => {
  const missing = findMissingFields(statement).map(nameField);
  return missing.length === 0
    ? { 'dct:conformsTo': profiles.record }
    : { 'rdfs:comment': `ISO/IEC TS 27560 requires what the register does not hold: ${missing.join(', ')}.` };
};

/** A record without its context, as in a receipt. */
export const toRecordNode = (statement: Statement, source?: SignedSource): Node => {
  const { id, times, imported, issuedAt } = statement;
  const { controllers, recipients, authorities } = entitiesOf(statement);
  const person = toPerson(statement);
  return having({
    '@id': toUrn(id),
    '@type': 'dpv:ConsentRecord',
    ...toConformance(statement),
    'dct:identifier': toUuid(id),
    'dpv:hasIdentifier': toUuid(id),
    'dct:created': toDateTime(imported?.time ?? times.given),
    'dct:issued': issuedAt,
    'dct:isPartOf': toProject(statement),
    'dct:provenance': toProvenance(statement),
    'dct:source': source && toSource(source),
    'dpv:hasDataSubject': person,
    'dpv:hasNotice': toNotice(statement),
    'dpv:hasProcess': toProcess(statement),
    'dpv:hasDataController': controllers.map(({ iri }) => iri),
    'dpv:hasLegalBasis': toLegalBasis(statement),
    'dpv:hasJurisdiction': toJurisdictions(statement),
    'dpv:hasConsentControl': toWithdrawal(statement),
    'dpv:hasRight': toRights(statement),
    'dpv:hasAuthority': authorities.map(({ iri }) => iri),
    'dpv:hasEntity': [...controllers, ...recipients, ...authorities].map(toEntityNode),
    'dpv:hasConsentStatus': toEvents(statement, toUrn(id, 'data-subject')),
  });
};

/**
 * A consent record of ISO/IEC TS 27560:2023 in the Data Privacy Vocabulary (docs/iso-27560.md), as JSON-LD. It says what the statement says
 * and no more. It names the required fields that the register does not hold, and leaves them out.
 *
 * @param source a signed document of the statement, which the record refers to
 */
export const toConsentRecord = (statement: Statement, source?: SignedSource): Node => ({
  '@context': context,
  ...toRecordNode(statement, source),
});

const toPersonalData = ({ name, type, optional, sensitive, special }: DataKind): Node => {
  const general = sensitive ? 'dpv:SensitivePersonalData' : classOf('personalData');
  return having({
    '@type': special ? 'dpv:SpecialCategoryPersonalData' : general,
    'skos:broader': wordOf('personalData', type),
    'dct:title': name,
    'dpv:hasNecessity': optional === undefined ? undefined : `dpv:${optional ? 'Optional' : 'Required'}`,
  });
};

const toLocation =
  (term: 'storageLocations' | 'processingLocations') =>
  ({ name, type }: Named): Node =>
    having({ '@type': classOf(term), 'dpv:hasLocation': wordOf(term, type), 'dct:title': name });

const toStorageDuration = ({ name, duration }: Period): Node => ({
  '@type': classOf('storagePeriod'),
  'dct:description': name,
  'dpv:hasDuration':
    duration === undefined
      ? { '@type': 'dpv:Duration', 'dct:description': name }
      : { '@type': 'dpv:TemporalDuration', 'rdf:value': { '@value': duration, '@type': 'xsd:duration' } },
});

const storageOf = ({ storageLocations = [], storagePeriod }: NoticeTerms): Node[] => [
  ...storageLocations.map(toLocation('storageLocations')),
  ...(storagePeriod === undefined ? [] : [toStorageDuration(storagePeriod)]),
];

/** What the consent allows, as the agreed version says. It is one process: the consent is to the whole. */
const toProcess = (statement: Statement): Node => {
  const { versionId, content } = statement.notice;
  const { purposes = [], personalData = [], processing = [], dataSources = [], ...terms }: NoticeTerms = content ?? {};
  return having({
    '@id': toUrn(versionId, 'process'),
    '@type': 'dpv:Process',
    'dpv:hasPurpose': purposes.map(({ name, type }, i) =>
      having({
        '@id': toUrn(versionId, `purpose-${i + 1}`),
        '@type': classOf('purposes'),
        'skos:broader': wordOf('purposes', type),
        'dct:title': name,
      }),
    ),
    'dpv:hasPersonalData': personalData.map(toPersonalData),
    'dpv:hasProcessing': processing.map(({ name, type }) =>
      having({ '@type': classOf('processing'), 'skos:broader': wordOf('processing', type), 'dct:title': name }),
    ),
    'dpv:hasDataSource': dataSources.map(({ name, type }) =>
      having({ '@type': wordOf('dataSources', type) ?? classOf('dataSources'), 'dct:title': name }),
    ),
    'dpv:hasStorageCondition': storageOf(terms),
    'dpv:hasProcessingCondition': (terms.processingLocations ?? []).map(toLocation('processingLocations')),
    'dpv:hasRecipient': entitiesOf(statement).recipients.map(({ iri }) => iri),
  });
};

/** How the consent was expressed, and on which legal basis it was asked for. */
const toLegalBasis = (statement: Statement): Value[] => {
  const { versionId, content } = statement.notice;
  const type = consentTypeOf(statement) ?? 'dpv:Consent';
  if (content?.lawfulBasis === undefined) return [type];
  const { name, type: article } = content.lawfulBasis;
  const basis = having({
    '@id': toUrn(versionId, 'lawful-basis'),
    '@type': classOf('lawfulBasis'),
    'skos:broader': wordOf('lawfulBasis', article),
    'dct:title': name,
  });
  return [type, basis];
};

const toWithdrawal = ({ notice }: Statement): Node | undefined => {
  const said = notice.content?.withdrawal;
  return (
    said && having({ '@type': classOf('withdrawal'), 'dct:description': said.name, 'dpv:isExercisedAt': said.url })
  );
};

const toRights = ({ notice }: Statement): Node[] =>
  (notice.content?.rights ?? []).map(({ name, type, url }) => {
    const article = wordOf('rights', type);
    return having({
      '@type': article === undefined ? classOf('rights') : [classOf('rights'), article],
      'dct:title': name,
      'dpv:isExercisedAt': url,
    });
  });

/** The applicable law. */
const toJurisdictions = ({ notice }: Statement): Value[] =>
  (notice.content?.jurisdictions ?? []).map(
    ({ name, type }) => wordOf('jurisdictions', type) ?? { '@type': classOf('jurisdictions'), 'dct:title': name },
  );

/** A signed document of the same statement (docs/evidence.md). */
export interface SignedSource {
  /** The exact document. */
  readonly document: string;
  /** RFC 7638 thumbprint of the signing key. */
  readonly kid: string;
}

/** The document as a record refers to it: by its SHA-256 (RFC 6920), with its signing key (RFC 9278). */
const toSource = ({ document, kid }: SignedSource): Node => {
  const hash = sha256(document);
  return {
    '@id': `ni:///sha-256;${hash.toString('base64url')}`,
    'dct:description': 'Signed document of this consent: its file has this SHA-256.',
    'spdx:checksum': toChecksum(hash.toString('hex')),
    'sec:verificationMethod': `urn:ietf:params:oauth:jwk-thumbprint:sha-256:${kid}`,
  };
};
