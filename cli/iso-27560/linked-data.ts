import { createHash } from 'node:crypto';
import type { NamedTerm } from '../../shared/notices/terms.ts';
import { termNotes } from '../../shared/notices/terms.ts';

/** A value of JSON-LD. */
export type Value = string | boolean | Node | readonly Value[];

/** The properties of one thing in JSON-LD. */
export interface Node {
  readonly [property: string]: Value;
}

/** Prefixes of the guide (docs/iso-27560.md, Where the form comes from), and of DCAT 3 for checksums. */
const prefixes = {
  dpv: 'https://w3id.org/dpv#',
  pd: 'https://w3id.org/dpv/pd#',
  loc: 'https://w3id.org/dpv/loc#',
  'eu-gdpr': 'https://w3id.org/dpv/legal/eu/gdpr#',
  dct: 'http://purl.org/dc/terms/',
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  schema: 'https://schema.org/',
  sec: 'https://w3id.org/security#',
  skos: 'http://www.w3.org/2004/02/skos/core#',
  spdx: 'http://spdx.org/rdf/terms#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
} as const;

/** The guide's names for the form of records and receipts. A file that uses one claims to have everything that the form requires. */
export const profiles = {
  record: 'https://w3id.org/dpv/schema/dpv-27560#record',
  receipt: 'https://w3id.org/dpv/schema/dpv-27560#receipt',
} as const;

/** Properties whose values are IRIs. */
const naming = [
  'dct:conformsTo',
  'dpv:hasAuthority',
  'dpv:hasDataController',
  'dpv:hasDataSubject',
  'dpv:hasJurisdiction',
  'dpv:hasLegalBasis',
  'dpv:hasLocation',
  'dpv:hasNecessity',
  'dpv:hasRecipient',
  'dpv:isIndicatedBy',
  'schema:recipient',
  'sec:verificationMethod',
  'skos:broader',
  'spdx:algorithm',
];

const typed: Readonly<Record<string, readonly string[]>> = {
  'xsd:dateTime': ['dct:created', 'dct:date', 'dct:issued', 'dpv:isIndicatedAtTime'],
  'xsd:anyURI': ['dpv:isExercisedAt', 'schema:url'],
  'xsd:hexBinary': ['spdx:checksumValue'],
};

/** The JSON-LD context. Each record contains it, so nobody needs a network to read one. */
export const context: Node = {
  ...prefixes,
  ...Object.fromEntries(naming.map((property) => [property, { '@type': '@id' }])),
  ...Object.fromEntries(
    Object.entries(typed).flatMap(([type, properties]) => properties.map((property) => [property, { '@type': type }])),
  ),
};

/** An id of the register in the form of RFC 9562. */
export const toUuid = (id: string): string => id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** The IRI of the thing with the id, or of a part of it. */
export const toUrn = (id: string, part?: string): string =>
  `urn:uuid:${toUuid(id)}${part === undefined ? '' : `#${part}`}`;

/** A name in a vocabulary; undefined for stored text that cannot be one. */
const toTerm = (prefix: keyof typeof prefixes, word: string | undefined): string | undefined =>
  word !== undefined && /^[A-Za-z][A-Za-z0-9-]{0,99}$/.test(word) ? `${prefix}:${word}` : undefined;

/** The class of what a term of a notice names. */
export const classOf = (term: NamedTerm): string => `dpv:${termNotes[term].class}`;

/** The name, in the vocabulary of a term, of what it names. */
export const wordOf = (term: NamedTerm, word: string | undefined): string | undefined => {
  const { vocabulary } = termNotes[term];
  return vocabulary && toTerm(vocabulary.of, word);
};

/** A moment in XML Schema form, where a year after 9999 has no sign. */
export const toDateTime = (time: string): string => time.replace(/^\+0*/, '');

export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** @param hex SHA-256 */
export const toChecksum = (hex: string): Node => ({
  '@type': 'spdx:Checksum',
  'spdx:algorithm': 'spdx:checksumAlgorithm_sha256',
  'spdx:checksumValue': hex,
});

/** The properties with a value. */
export const having = (properties: Readonly<Record<string, Value | undefined>>): Node =>
  Object.fromEntries(
    Object.entries(properties).filter(
      (entry): entry is [string, Value] =>
        entry[1] !== undefined && !(Array.isArray(entry[1]) && entry[1].length === 0),
    ),
  );
