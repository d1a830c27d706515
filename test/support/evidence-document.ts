import type { KeyObject } from 'node:crypto';
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import * as v from 'valibot';
import { toCanonicalJson } from '../../shared/evidence/canonical.ts';
import type { DocumentHeader } from '../../shared/evidence/document.ts';
import { DocumentJwk } from '../../shared/evidence/document.ts';
import type { PublishedKey, PublishedKeys } from '../../verifier/published-keys.ts';
import { lowS } from './p256.ts';

/** A key pair that signs documents in tests. */
export interface DocumentKey {
  readonly privateKey: KeyObject;
  readonly jwk: DocumentJwk;
  /** RFC 7638. */
  readonly kid: string;
}

const toDocumentKey = (privateKey: KeyObject): DocumentKey => {
  const jwk = v.parse(DocumentJwk, createPublicKey(privateKey).export({ format: 'jwk' }));
  const kid = createHash('sha256').update(toCanonicalJson(jwk)).digest('base64url');
  return { privateKey, jwk, kid };
};

export const newDocumentKey = (): DocumentKey =>
  toDocumentKey(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey);

/** A private JWK as a key, such as that of an example. */
export const openDocumentKey = (jwk: Readonly<Record<string, string>>): DocumentKey =>
  toDocumentKey(createPrivateKey({ key: jwk, format: 'jwk' }));

export const encode = (text: string | Uint8Array): string => Buffer.from(text).toString('base64url');

export const headerOf = ({ jwk, kid }: DocumentKey): DocumentHeader => ({
  ...{ alg: 'ES256', jwk, kid, typ: 'consent-evidence+jws' },
});

/** The low one of both signatures, in base64url. */
export const signInput = (input: string, privateKey: KeyObject): string =>
  encode(lowS(sign('sha256', Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' })));

/** A document of any value and header, signed as the register signs, by code of its own. */
export const sealDocument = (
  statement: unknown,
  key: DocumentKey,
  header: Readonly<Record<string, unknown>> = headerOf(key),
): string => {
  const encoded = encode(toCanonicalJson(header));
  const input = `${encoded}.${encode(toCanonicalJson(statement))}`;
  return toCanonicalJson({ protected: encoded, signature: signInput(input, key.privateKey), statement });
};

/** The keys as a reader may know them. */
export const publish = (keys: readonly DocumentKey[], times: Partial<PublishedKey> = {}): PublishedKeys => ({
  keys: keys.map(({ kid, jwk }) => ({ kid, jwk, usedFrom: '2026-01-01T00:00:00.000Z', usedUntil: null, ...times })),
  whence: 'keys.json',
});
