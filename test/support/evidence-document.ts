import { createHash } from 'node:crypto';
import { p256 } from '@noble/curves/nist.js';
import { toCanonicalJson } from '../../shared/canonical.ts';
import type { DocumentHeader, DocumentJwk } from '../../shared/evidence/document.ts';
import type { PublishedKey, PublishedKeys } from '../../verifier/published-keys.ts';

/** A key pair that signs documents in tests. */
export interface DocumentKey {
  /** 32 bytes. */
  readonly secret: Uint8Array;
  readonly jwk: DocumentJwk;
  /** RFC 7638. */
  readonly kid: string;
}

export const encode = (text: string | Uint8Array): string => Buffer.from(text).toString('base64url');

/** A key pair that is made of a text, the same of the same one. It is for all to see, so it proves nothing. */
export const documentKeyOf = (text: string): DocumentKey => {
  const secret = createHash('sha256').update(text).digest();
  const point = p256.getPublicKey(secret, false);
  const [x, y] = [point.subarray(1, 33), point.subarray(33)];
  const jwk = { crv: 'P-256', kty: 'EC', x: encode(x), y: encode(y) } as const;
  const kid = createHash('sha256').update(toCanonicalJson(jwk)).digest('base64url');
  return { secret, jwk, kid };
};

export const headerOf = ({ jwk, kid }: DocumentKey): DocumentHeader => ({
  alg: 'ES256',
  jwk,
  kid,
  typ: 'consent-evidence+jws',
});

/** The low one of both signatures, in base64url: the same for the same input (RFC 6979). */
export const signInput = (input: string, { secret }: Pick<DocumentKey, 'secret'>): string =>
  encode(p256.sign(Buffer.from(input), secret));

/** A document of any value and header, signed as the register signs, by code of its own. */
export const sealDocument = (
  statement: unknown,
  key: DocumentKey,
  header: Readonly<Record<string, unknown>> = headerOf(key),
): string => {
  const encoded = encode(toCanonicalJson(header));
  const signature = signInput(`${encoded}.${encode(toCanonicalJson(statement))}`, key);
  return toCanonicalJson({ protected: encoded, signature, statement });
};

/** The keys as a reader may know them. */
export const publish = (keys: readonly DocumentKey[], times: Partial<PublishedKey> = {}): PublishedKeys => ({
  keys: keys.map(({ kid, jwk }) => ({
    kid,
    jwk,
    usedFrom: '2026-01-01T00:00:00.000Z',
    ...times,
  })),
  whence: 'keys.json',
});
