import { createSign, generateKeyPairSync } from 'node:crypto';
import { toCanonicalJson } from '../../../shared/canonical.ts';
import type { DocumentKey } from '../../../test/support/evidence-document.ts';
import { documentKeyOf, encode, headerOf, signInput } from '../../../test/support/evidence-document.ts';
import { join, n, split } from '../../../test/support/p256.ts';
import type { Random } from '../../../test/support/random.ts';
import type { Tree } from './tree.ts';

/** A document taken apart, with its key and another one of the same register. */
export interface Sealed {
  readonly document: Readonly<Record<'protected' | 'signature', string>> & { readonly statement: Tree };
  readonly other: Sealed['document'];
  readonly key: DocumentKey;
}

const thief = documentKeyOf('a thief');

const curves = ['P-384', 'P-521', 'secp256k1'].map((namedCurve) => generateKeyPairSync('ec', { namedCurve }));

const inputOf = (header: string, statement: unknown): string => `${header}.${encode(toCanonicalJson(statement))}`;

const encodeHeader = (header: object): string => encode(toCanonicalJson(header));

const withHigh = (signature: string): string => {
  const { r, s } = split(Buffer.from(signature, 'base64url'));
  return encode(join(r, n - s));
};

/** Signed by a key of another curve, which says that it is one of P-256, or what it is. */
const signElsewhere = (random: Random, statement: unknown): object => {
  const { privateKey, publicKey } = random.pick(curves);
  const jwk = publicKey.export({ format: 'jwk' });
  const told = random.chance(0.5) ? { ...jwk, crv: 'P-256' } : jwk;
  const header = encodeHeader({
    alg: 'ES256',
    jwk: told,
    kid: random.chance(0.5) ? thief.kid : 'x',
    typ: 'consent-evidence+jws',
  });
  const signature = createSign('sha256')
    .update(inputOf(header, statement))
    .sign({ key: privateKey, dsaEncoding: 'ieee-p1363' });
  return { protected: header, signature: encode(signature.subarray(0, 64)), statement };
};

const otherHeaders = (key: DocumentKey): readonly object[] => [
  { ...headerOf(key), alg: 'none' },
  { ...headerOf(key), alg: 'HS256' },
  { ...headerOf(key), kid: thief.kid },
  { ...headerOf(key), jwk: thief.jwk },
  { ...headerOf(thief), kid: key.kid },
  { ...headerOf(key), crit: [] },
  { ...headerOf(key), constructor: 1 },
  { ...headerOf(key), jwk: { ...key.jwk, y: key.jwk.x } },
];

type SealDamage = (random: Random, sealed: Sealed) => object;

/** What may become of header and signature, with a statement as it was, or of another document. */
const sealDamages: readonly SealDamage[] = [
  (_random, { document, other }) => ({ ...document, signature: other.signature }),
  (_random, { document, other }) => ({ ...document, statement: other.statement }),
  (_random, { document }) => ({ ...document, signature: withHigh(document.signature) }),
  (_random, { document }) => ({ ...document, signature: `${document.signature}==` }),
  (random, { document }) => ({
    ...document,
    signature: encode(Uint8Array.from({ length: 64 }, () => random.below(256))),
  }),
  (random, { document }) => ({ ...document, signature: encode(Buffer.alloc(64, random.pick([0, 1, 255]))) }),
  (_random, { document }) => ({ ...document, protected: encodeHeader(headerOf(thief)) }),
  (_random, { document }) => ({
    ...document,
    signature: signInput(inputOf(document.protected, document.statement), thief),
  }),
  (_random, { document }) => ({ ...document, signature: '' }),
  (random, { document }) => signElsewhere(random, document.statement),
  (random, { document, key }) => {
    const header = encodeHeader(random.pick(otherHeaders(key)));
    return {
      ...document,
      protected: header,
      signature: signInput(inputOf(header, document.statement), random.pick([key, thief])),
    };
  },
  (_random, { document, key }) => {
    const header = encode(JSON.stringify(headerOf(key), undefined, 1));
    return { ...document, protected: header, signature: signInput(inputOf(header, document.statement), key) };
  },
];

export const damageSeal: SealDamage = (random, sealed) => random.pick(sealDamages)(random, sealed);

/** Signed again by a thief, with the thief's own key in the header: as sound as the statement is, and of nobody. */
export const signAgain = (statement: unknown): object => {
  const header = encodeHeader(headerOf(thief));
  return { protected: header, signature: signInput(inputOf(header, statement), thief), statement };
};
