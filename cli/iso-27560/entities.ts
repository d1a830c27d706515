import type { Statement } from '../../shared/evidence/statement-schema.ts';
import type { Party } from '../../shared/notices/terms.ts';
import type { Node } from './linked-data.ts';
import { classOf, having, toUrn } from './linked-data.ts';

/** A party named in a notice, with the IRI that a record uses for it. */
export interface Entity {
  readonly iri: string;
  /** Its name for people, such as `recipient 2`. */
  readonly label: string;
  readonly role: string;
  readonly party: Party;
}

/** The parties of the agreed version. */
export const entitiesOf = ({ notice: { versionId, content } }: Statement) => {
  const toEntity = (party: Party | undefined, part: string, role: string): Entity[] =>
    party === undefined ? [] : [{ iri: toUrn(versionId, part), label: part.replace('-', ' '), role, party }];
  const recipients = content?.recipients ?? [];
  return {
    controllers: toEntity(content?.controller, 'controller', classOf('controller')),
    recipients: recipients.flatMap((party, i) => toEntity(party, `recipient-${i + 1}`, classOf('recipients'))),
    authorities: toEntity(content?.authority, 'authority', classOf('authority')),
  };
};

const contactsOf = ({ address, contact, email, phone }: Party): Node[] => {
  const reached = having({ 'schema:name': contact, 'schema:email': email, 'schema:telephone': phone });
  return [
    ...(address === undefined ? [] : [{ '@type': 'schema:PostalAddress', 'schema:streetAddress': address }]),
    ...(Object.keys(reached).length === 0 ? [] : [{ '@type': 'schema:ContactPoint', ...reached }]),
  ];
};

export const toEntityNode = ({ iri, role, party }: Entity): Node =>
  having({
    '@id': iri,
    '@type': role,
    'dpv:hasIdentifier': iri,
    'dpv:hasName': party.name,
    'schema:contactPoint': contactsOf(party),
    'schema:url': party.url,
  });
