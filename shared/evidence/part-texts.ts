import { createHash } from 'node:crypto';
import { toCanonicalJson } from '../canonical.ts';
import type { PartName } from './statement-format.ts';
import { partNames } from './statement-format.ts';
import type { Statement } from './statement-schema.ts';

/** The canonical JSON of each part of a statement. */
export type PartTexts = Readonly<Record<PartName, string>>;

const mapParts = <Result>(make: (name: PartName) => Result) =>
  Object.fromEntries(partNames.map((name) => [name, make(name)])) as Record<PartName, Result>;

export const writeParts = (parts: Pick<Statement, PartName>): PartTexts =>
  mapParts((name) => toCanonicalJson(parts[name]));

export const hashTexts = (texts: PartTexts): Statement['hashes'] =>
  mapParts((name) => createHash('sha256').update(texts[name]).digest('hex'));

/** The canonical JSON of an object from the canonical JSON of its members, sorted by name (RFC 8785, section 3.2.3). */
export const joinMembers = (members: Readonly<Record<string, string>>): string => {
  const names = Object.keys(members).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${members[name]}`).join(',')}}`;
};
