import { calculateJwkThumbprint, importJWK } from 'jose';
import * as v from 'valibot';
import { DocumentJwk } from '../shared/evidence/document.ts';
import { isoTime } from '../shared/evidence/iso-time.ts';
import { isMap } from '../shared/schema/scalar.ts';
import { tame } from '../shared/schema/visible-text.ts';
import { findTwice } from './json-text.ts';
import { KeyFault } from './key-fault.ts';
import { readLogKeys } from './log/log-keys.ts';
import { readPemKeys } from './pem-keys.ts';

/** A key that the reader holds to be that of the register, with its times of use where the file tells them. */
export interface PublishedKey {
  readonly kid: string;
  readonly jwk: DocumentJwk;
  readonly usedFrom: string | null;
  readonly usedUntil: string | null;
}

/** What the reader trusts, and whence: words of the reader's own, such as the name of the file. */
export interface PublishedKeys {
  readonly keys: readonly PublishedKey[];
  /** What verifies checkpoints of the register's log (docs/evidence.md, The log). */
  readonly logKeys?: readonly string[];
  readonly whence: string;
}

/** The keys of a file, or why it has none, in a sentence. */
export type KeysRead = { readonly keys: PublishedKeys } | { readonly fault: string };

/** No key file is longer: a thousand keys have less. */
const longestKeyFile = 1024 * 1024;

const Times = v.object({ usedFrom: v.nullish(isoTime, null), usedUntil: v.nullish(isoTime, null) });

const withoutTimes = async (jwk: DocumentJwk): Promise<PublishedKey> => ({
  kid: await calculateJwkThumbprint(jwk, 'sha256'),
  ...{ jwk, usedFrom: null, usedUntil: null },
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
  if (!v.is(DocumentJwk, jwk) || !(await isOnCurve(jwk)))
    throw new KeyFault('has a key that is damaged: it is no point of the curve P-256.');
  const times = v.safeParse(Times, given);
  if (!times.success)
    throw new KeyFault(
      'has a key with times of use that are none: "usedFrom" and "usedUntil" are as 2026-11-22T10:00:00.000Z.',
    );
  const { usedFrom, usedUntil } = times.output;
  if (usedFrom && usedUntil && new Date(usedUntil) < new Date(usedFrom))
    throw new KeyFault('has a key whose "usedUntil" is before its "usedFrom".');
  const key = { ...(await withoutTimes(jwk)), ...times.output };
  if (given.kid !== undefined && given.kid !== key.kid)
    throw new KeyFault('has a key whose "kid" is not its thumbprint: one of both was changed.');
  return key;
};

/** Sets of keys may have keys for other purposes, which are passed over (RFC 7517, sections 4.2, 4.4 and 5). */
const isForDocuments = (key: Readonly<Record<string, unknown>>): boolean =>
  key.kty === 'EC' &&
  key.crv === 'P-256' &&
  (key.use === undefined || key.use === 'sig') &&
  (key.alg === undefined || key.alg === 'ES256');

/** Of a key that is there twice with other times nobody can tell which ones hold. */
const refuseDoubt = (keys: readonly PublishedKey[]): readonly PublishedKey[] => {
  const times = new Map<string, string>();
  for (const { kid, usedFrom, usedUntil } of keys) {
    const own = JSON.stringify([usedFrom, usedUntil]);
    if ((times.get(kid) ?? own) !== own)
      throw new KeyFault('has a key twice, with other times of use: nobody can tell which ones hold.');
    times.set(kid, own);
  }
  return keys;
};

/** What a file says, without whence. */
type Said = Omit<PublishedKeys, 'whence'>;

const readPem = async (text: string): Promise<Said> => ({
  keys: await Promise.all((await readPemKeys(text)).map(withoutTimes)),
});

const readJson = async (text: string): Promise<Said> => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new KeyFault('is no key file: it is neither JSON nor PEM.');
  }
  const twice = findTwice(text);
  if (twice !== undefined)
    throw new KeyFault(
      `has the member "${tame(twice).slice(0, 100)}" twice in one object: nobody can tell which one holds.`,
    );
  if (isMap(value) && 'statement' in value)
    throw new KeyFault(
      'is a signed document. The keys come from elsewhere: a document that shows its own key proves nothing.',
    );
  const all = isMap(value) && Array.isArray(value.keys) ? value.keys : [value];
  const given = all.filter(isMap);
  if ([value, ...given].some((key) => isMap(key) && ('d' in key || key.kty === 'oct')))
    throw new KeyFault('has a private key. Give the public one, and keep the private one to yourself.');
  const fit = given.filter(isForDocuments);
  if (fit.length === 0)
    throw new KeyFault('has no public key on the curve P-256 for signing (a JWK Set, a JWK, or PEM is taken).');
  return { keys: refuseDoubt(await Promise.all(fit.map(readJwk))), logKeys: readLogKeys(value) };
};

/**
 * Reads a key file: a JWK Set as `evidence keys` writes it, a single JWK, or public keys in PEM (docs/evidence.md, Keys).
 *
 * @param whence what the reader calls the file; it comes back with the keys
 */
export const readPublishedKeys = async (text: string, whence: string): Promise<KeysRead> => {
  if (text.length > longestKeyFile) return { fault: `${whence} is no key file: it is too long.` };
  try {
    const said =
      text.includes('-----BEGIN ') && !text.trimStart().startsWith('{') ? await readPem(text) : await readJson(text);
    return { keys: { ...said, whence } };
  } catch (error) {
    if (error instanceof KeyFault) return { fault: `${whence} ${error.message}` };
    throw error;
  }
};
