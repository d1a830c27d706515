const isPlain = (value: object): value is Readonly<Record<string, unknown>> =>
  [Object.prototype, null].includes(Object.getPrototypeOf(value));

const writeText = (text: string): string => {
  if (!text.isWellFormed()) throw new TypeError('UTF-8 cannot encode a text with a lone surrogate.');
  return JSON.stringify(text);
};

const writeMembers = (members: Readonly<Record<string, unknown>>): string => {
  const given = Object.entries(members).filter(([, value]) => value !== undefined);
  const sorted = given.sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${sorted.map(([name, value]) => `${writeText(name)}:${toCanonicalJson(value)}`).join(',')}}`;
};

/**
 * The canonical JSON of a value (RFC 8785): the same text whatever the order of members. It takes objects, lists, strings,
 * safe integers, booleans and null. Members that are undefined are left out, as in JSON.stringify.
 *
 * @throws TypeError for anything else, such as a fraction or a text with a lone surrogate
 */
export const toCanonicalJson = (value: unknown): string => {
  if (typeof value === 'string') return writeText(value);
  if (value === null || typeof value === 'boolean' || Number.isSafeInteger(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${Array.from(value, toCanonicalJson).join(',')}]`;
  if (typeof value === 'object' && isPlain(value)) return writeMembers(value);
  throw new TypeError('Canonical JSON has no such value.');
};

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** SHA-256 in hex of the canonical JSON of a value, in browsers too. */
export const hashCanonical = (value: unknown): string => bytesToHex(sha256(utf8ToBytes(toCanonicalJson(value))));
