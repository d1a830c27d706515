import jsonld from 'jsonld';
import type { Node } from '../../../cli/iso-27560/linked-data.ts';

/** A thing with all that is said of it: IRIs of properties, and their values. */
export interface Thing {
  readonly '@id'?: string;
  readonly '@type'?: readonly string[];
  readonly [property: string]: unknown;
}

interface Literal {
  readonly '@value': unknown;
  readonly '@type'?: string;
  readonly '@language'?: string;
}

const prefixes: Readonly<Record<string, string>> = {
  dpv: 'https://w3id.org/dpv#',
  pd: 'https://w3id.org/dpv/pd#',
  loc: 'https://w3id.org/dpv/loc#',
  gdpr: 'https://w3id.org/dpv/legal/eu/gdpr#',
  profile: 'https://w3id.org/dpv/schema/dpv-27560#',
  dct: 'http://purl.org/dc/terms/',
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  schema: 'https://schema.org/',
  sec: 'https://w3id.org/security#',
  skos: 'http://www.w3.org/2004/02/skos/core#',
  spdx: 'http://spdx.org/rdf/terms#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
};

/** The IRI of a short name. */
export const iri = (name: string): string => {
  const [prefix = '', local = ''] = name.split(':');
  return `${prefixes[prefix] ?? 'unknown:'}${local}`;
};

const noNetwork = async (url: string): Promise<never> => {
  throw new Error(`A record must need no other document: ${url}`);
};

/** What a processor of JSON-LD understands of a file. Whatever it would pass over is an error. */
export const readGraph = async (written: Node): Promise<Thing> => {
  const document = JSON.parse(JSON.stringify(written));
  const options = { documentLoader: noNetwork, safe: true };
  await jsonld.toRDF(document, { ...options, format: 'application/n-quads' });
  const [thing, ...more] = await jsonld.expand(document, options);
  if (thing === undefined || more.length > 0) throw new Error('A file says one thing.');
  return thing as Thing;
};

/** All values of a property. */
export const all = (thing: Thing | undefined, name: string): readonly (Thing & Literal)[] =>
  (thing?.[iri(name)] ?? []) as (Thing & Literal)[];

/** The only value of a property. */
export const one = (thing: Thing | undefined, name: string): Thing & Literal => {
  const [value, ...more] = all(thing, name);
  if (value === undefined || more.length > 0)
    throw new Error(`There are ${more.length + 1} values of ${name}, or none.`);
  return value;
};

/** Every IRI in a graph: of things, of their types and properties, and of the types of values. */
export const irisIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(irisIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    if (name === '@value' || name === '@language') return [];
    if (name === '@id' || name === '@type') return [inner].flat().map(String);
    return [name, ...irisIn(inner)];
  });
};
