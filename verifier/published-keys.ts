import { bytesToHex } from '@noble/hashes/utils.js';
import { base64url, calculateJwkThumbprint, importJWK } from 'jose';
import * as v from 'valibot';
import { DocumentJwk } from '../shared/evidence/document.ts';
import { isoTime } from '../shared/evidence/statement-schema.ts';
import { findRepeatedMember } from '../shared/json-scan.ts';
import { fromBase64, parseNoteKey, writeNoteKey } from '../shared/log/signed-note.ts';
import { isMap } from '../shared/schema/scalar.ts';
import { tame } from '../shared/schema/visible-text.ts';

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
  | 'reversed'
  | 'confirmed'
  | 'kid'
  | 'twice-times'
  | 'twice-confirmed'
  | 'no-pem'
  | 'more-than-keys'
  | 'no-base64'
  | 'other-curve'
  | 'log-keys'
  | 'log-key';

/** Why a key file is not taken. @property member the repeated one; empty for other faults */
export interface KeyFileFault {
  readonly code: KeyFaultCode;
  readonly whence: string;
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

/** A key that the reader accepts as the register's, with its times of use if the file has them. */
export interface PublishedKey {
  readonly kid: string;
  readonly jwk: DocumentJwk;
  readonly usedFrom: string | null;
  readonly usedUntil: string | null;
  /** False if the register says that nothing shows the key to be its own. */
  readonly isConfirmed: boolean;
}

/** The keys that the reader trusts, and their source in the reader's words, such as the name of the file. */
export interface PublishedKeys {
  readonly keys: readonly PublishedKey[];
  /** The keys that verify checkpoints of the register's log (docs/evidence.md, The log). */
  readonly logKeys?: readonly string[];
  readonly whence: string;
}

/** The keys of a file, or why it has none. */
type KeysRead = { readonly keys: PublishedKeys } | { readonly fault: KeyFileFault };

/** Longer than any key file: a thousand keys need less. */
const longestKeyFile = 1024 * 1024;

const Times = v.object({ usedFrom: v.nullish(isoTime, null), usedUntil: v.nullish(isoTime, null) });

const Confirmed = v.nullish(v.boolean(), true);

const withoutTimes = async (jwk: DocumentJwk): Promise<PublishedKey> => ({
  kid: await calculateJwkThumbprint(jwk, 'sha256'),
  jwk,
  usedFrom: null,
  usedUntil: null,
  isConfirmed: true,
});

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
  const times = v.safeParse(Times, given);
  if (!times.success) throw new KeyFault('time');
  const { usedFrom, usedUntil } = times.output;
  if (usedFrom && usedUntil && new Date(usedUntil) < new Date(usedFrom)) throw new KeyFault('reversed');
  const confirmed = v.safeParse(Confirmed, given.confirmed);
  if (!confirmed.success) throw new KeyFault('confirmed');
  const key = { ...(await withoutTimes(jwk)), ...times.output, isConfirmed: confirmed.output };
  if (given.kid !== undefined && given.kid !== key.kid) throw new KeyFault('kid');
  return key;
};

/** Key sets may have keys for other purposes, which are skipped (RFC 7517, sections 4.2, 4.4 and 5). */
const isForDocuments = (key: Readonly<Record<string, unknown>>): boolean =>
  key.kty === 'EC' &&
  key.crv === 'P-256' &&
  (key.use === undefined || key.use === 'sig') &&
  (key.alg === undefined || key.alg === 'ES256');

/** Refuses a key that appears twice and differs: it is not clear which one counts. */
const refuseDoubt = (keys: readonly PublishedKey[]): readonly PublishedKey[] => {
  const known = new Map<string, PublishedKey>();
  for (const key of keys) {
    const { usedFrom, usedUntil, isConfirmed } = known.get(key.kid) ?? key;
    if (usedFrom !== key.usedFrom || usedUntil !== key.usedUntil) throw new KeyFault('twice-times');
    if (isConfirmed !== key.isConfirmed) throw new KeyFault('twice-confirmed');
    known.set(key.kid, key);
  }
  return keys;
};

/** The content of a file, without its source. */
type Said = Omit<PublishedKeys, 'whence'>;

const readPem = async (text: string): Promise<Said> => ({
  keys: await Promise.all(readPemKeys(text).map((jwk) => readJwk({ ...jwk }))),
});

const readJson = async (text: string): Promise<Said> => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new KeyFault('form');
  }
  const twice = findRepeatedMember(text);
  if (twice !== undefined) throw new KeyFault('repeated', tame(twice).slice(0, 100));
  if (isMap(value) && 'statement' in value) throw new KeyFault('document');
  const all = isMap(value) && Array.isArray(value.keys) ? value.keys : [value];
  const given = all.filter(isMap);
  if ([value, ...given].some((key) => isMap(key) && ('d' in key || key.kty === 'oct'))) throw new KeyFault('private');
  const fit = given.filter(isForDocuments);
  if (fit.length === 0) throw new KeyFault('no-key');
  return { keys: refuseDoubt(await Promise.all(fit.map(readJwk))), logKeys: readLogKeys(value) };
};

/**
 * Reads a key file: a JWK Set as `evidence keys` writes it, a single JWK, or public keys in PEM (docs/evidence.md, Keys).
 *
 * @param whence the reader's name for the file; it is returned with the keys
 */
export const readPublishedKeys = async (file: string, whence: string): Promise<KeysRead> => {
  const text = file.replace(/^\uFEFF/, '');
  if (text.length > longestKeyFile) return { fault: { code: 'too-long', whence, member: '' } };
  try {
    const said =
      text.includes('-----BEGIN ') && !text.trimStart().startsWith('{') ? await readPem(text) : await readJson(text);
    return { keys: { ...said, whence } };
  } catch (error) {
    if (error instanceof KeyFault) return { fault: { code: error.code, whence, member: error.member } };
    throw error;
  }
};

const block = /-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/= \t\r\n]*)-----END PUBLIC KEY-----/g;

/** In DER a public key on P-256 is this, 32 bytes of x, and 32 of y (RFC 5480): its point, uncompressed. */
const beginning = '3059301306072a8648ce3d020106082a8648ce3d03010703420004';
const [xAt, yAt, end] = [27, 59, 91];

const readBlock = (content: string): DocumentJwk => {
  const der = fromBase64(content.replaceAll(/[ \t\r\n]/g, ''));
  if (der === undefined) throw new KeyFault('no-base64');
  if (der.length !== end || bytesToHex(der.subarray(0, xAt)) !== beginning) throw new KeyFault('other-curve');
  const [x, y] = [base64url.encode(der.subarray(xAt, yAt)), base64url.encode(der.subarray(yAt))];
  return { crv: 'P-256', kty: 'EC', x, y };
};

/** The public keys in a PEM text, which may have nothing but white space around them. @throws KeyFault */
const readPemKeys = (text: string): readonly DocumentJwk[] => {
  if (text.includes('PRIVATE KEY-----')) throw new KeyFault('private');
  if (!text.includes('-----BEGIN PUBLIC KEY-----')) throw new KeyFault('no-pem');
  const keys = [...text.matchAll(block)].map(([, content = '']) => content);
  if (/[^ \t\r\n]/.test(text.replaceAll(block, ''))) throw new KeyFault('more-than-keys');
  return keys.map(readBlock);
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
