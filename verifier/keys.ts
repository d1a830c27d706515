import { calculateJwkThumbprint, importJWK } from 'jose';
import * as v from 'valibot';
import { DocumentJwk } from '../shared/evidence/schema.ts';
import { parseNoteKey, writeNoteKey } from '../shared/log/note.ts';
import { findRepeatedMember } from '../shared/schema/json-scan.ts';
import { isMap, isoTime } from '../shared/schema/scalar.ts';
import { escapeInvisible } from '../shared/schema/visible-text.ts';

/** What may be wrong with a key file. The words of pages and commands have a sentence for each. */
export type KeyFaultCode =
  | 'too-long'
  | 'form'
  | 'document'
  | 'private'
  /** A member that stands twice in one object. */
  | 'repeated'
  | 'no-key'
  | 'no-point'
  | 'time'
  | 'kid'
  | 'twice-times'
  | 'log-keys'
  | 'log-key';

/** Why a key file is not taken. @property member the repeated one; empty for other faults */
export interface KeyFileFault {
  readonly code: KeyFaultCode;
  readonly source: string;
  readonly member: string;
}

class KeyFault extends Error {
  readonly code: KeyFaultCode;
  readonly member: string;

  constructor(code: KeyFaultCode, member = '') {
    super(code);
    this.code = code;
    this.member = member;
  }
}

/** A key that the reader accepts as the register's, and when it began to sign if the file says so. */
export interface PublishedKey {
  readonly kid: string;
  readonly jwk: DocumentJwk;
  readonly usedFrom: string | null;
}

/** The keys that the reader trusts, and their source in the reader's words, such as the name of the file. */
export interface PublishedKeys {
  readonly keys: readonly PublishedKey[];
  /** The keys that verify checkpoints of the register's log (docs/evidence-format.md, The log). */
  readonly logKeys?: readonly string[];
  readonly source: string;
}

/** The keys of a file, or why it has none. */
type KeysRead = { readonly keys: PublishedKeys } | { readonly fault: KeyFileFault };

/** Longer than any key file: a thousand keys need less. */
const longestKeyFile = 1024 * 1024;

const UsedFrom = v.nullish(isoTime, null);

const isOnCurve = async (jwk: DocumentJwk): Promise<boolean> => {
  try {
    await importJWK({ ...jwk }, 'ES256');
    return true;
  } catch {
    return false;
  }
};

const readJwk = async (given: Readonly<Record<string, unknown>>): Promise<PublishedKey> => {
  const { crv, kty, x, y } = given;
  const jwk = { crv, kty, x, y };
  if (!v.is(DocumentJwk, jwk) || !(await isOnCurve(jwk))) throw new KeyFault('no-point');
  const usedFrom = v.safeParse(UsedFrom, given.usedFrom);
  if (!usedFrom.success) throw new KeyFault('time');
  const kid = await calculateJwkThumbprint(jwk, 'sha256');
  if (given.kid !== undefined && given.kid !== kid) throw new KeyFault('kid');
  return { kid, jwk, usedFrom: usedFrom.output };
};

/** Key sets may have keys for other purposes, which are skipped (RFC 7517, sections 4.2, 4.4 and 5). */
const isForDocuments = (key: Readonly<Record<string, unknown>>): boolean =>
  key.kty === 'EC' &&
  key.crv === 'P-256' &&
  (key.use === undefined || key.use === 'sig') &&
  (key.alg === undefined || key.alg === 'ES256');

/** Refuses a key that appears twice and differs: it is not clear which one counts. */
const refuseContradictions = (keys: readonly PublishedKey[]): readonly PublishedKey[] => {
  const known = new Map<string, PublishedKey>();
  for (const key of keys) {
    if ((known.get(key.kid) ?? key).usedFrom !== key.usedFrom) throw new KeyFault('twice-times');
    known.set(key.kid, key);
  }
  return keys;
};

const readJson = async (text: string): Promise<Omit<PublishedKeys, 'source'>> => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new KeyFault('form');
  }
  const twice = findRepeatedMember(text);
  if (twice !== undefined) throw new KeyFault('repeated', escapeInvisible(twice).slice(0, 100));
  if (isMap(value) && 'statement' in value) throw new KeyFault('document');
  const all = isMap(value) && Array.isArray(value.keys) ? value.keys : [value];
  const given = all.filter(isMap);
  if ([value, ...given].some((key) => isMap(key) && ('d' in key || key.kty === 'oct'))) throw new KeyFault('private');
  const fit = given.filter(isForDocuments);
  if (fit.length === 0) throw new KeyFault('no-key');
  return { keys: refuseContradictions(await Promise.all(fit.map(readJwk))), logKeys: readLogKeys(value) };
};

/**
 * Reads a key file: a JWK Set as `evidence keys` writes it, or a single JWK (docs/evidence-format.md, Keys).
 *
 * @param source the reader's name for the file; it is returned with the keys
 */
export const readPublishedKeys = async (file: string, source: string): Promise<KeysRead> => {
  const text = file.replace(/^\uFEFF/, '');
  if (text.length > longestKeyFile) return { fault: { code: 'too-long', source, member: '' } };
  try {
    return { keys: { ...(await readJson(text)), source } };
  } catch (error) {
    if (error instanceof KeyFault) return { fault: { code: error.code, source, member: error.member } };
    throw error;
  }
};

/** The log keys in a key file, as `evidence keys` writes them. @throws KeyFault */
const readLogKeys = (value: unknown): readonly string[] => {
  const listed = (isMap(value) ? value.logKeys : undefined) ?? [];
  if (!Array.isArray(listed)) throw new KeyFault('log-keys');
  const given: readonly unknown[] = listed;
  return given.map((key) => {
    const read = typeof key === 'string' ? parseNoteKey(key) : undefined;
    if (read === undefined || writeNoteKey(read) !== key) throw new KeyFault('log-key');
    return writeNoteKey(read);
  });
};

/**
 * Writes the thumbprint of a key for people to read out or compare: 64 hexadecimal digits in groups of four.
 *
 * @param kid the same 32 bytes in base64url, as in documents and key files (RFC 7638)
 */
export const formatThumbprint = (kid: string): string => {
  const bytes = atob(kid.replaceAll('-', '+').replaceAll('_', '/'));
  const digits = Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  return digits.replaceAll(/.{4}(?=.)/g, '$& ');
};
