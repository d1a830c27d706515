import { textOf } from '../../shared/consents/evidence.ts';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import { languageNames } from '../../shared/schema/language-names.ts';
import { toEvents } from './consent-events.ts';
import { entitiesOf, toEntityNode } from './entities.ts';
import { toJurisdictions, toLegalBasis, toRights, toWithdrawal } from './legal-terms.ts';
import type { Node } from './linked-data.ts';
import { context, having, profiles, toChecksum, toDateTime, toUrn, toUuid } from './linked-data.ts';
import { toProcess } from './processing.ts';
import { findMissingFields, nameField } from './required-fields.ts';
import type { SignedSource } from './signed-source.ts';
import { toSource } from './signed-source.ts';

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
