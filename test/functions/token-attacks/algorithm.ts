import type { KeyObject } from 'node:crypto';
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { publicKeyOf, signBytes } from '../../support/make/forge.ts';
import type { Attacks } from './ground.ts';

const none = () => '';

const hmac = (digest: string, secret: string | Buffer) => (input: string) =>
  createHmac(digest, secret).update(input).digest('base64url');

const newCurveKey = (namedCurve: string): KeyObject => generateKeyPairSync('ec', { namedCurve }).privateKey;

const ecdsa =
  (privateKey: KeyObject, digest = 'sha256') =>
  (input: string) =>
    signBytes(input, privateKey, digest).toString('base64url');

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const rsaSignature = (input: string) => sign('sha256', Buffer.from(input), rsa).toString('base64url');
const ed25519 = generateKeyPairSync('ed25519').privateKey;

const nones = ['none', 'None', 'NONE', 'nOnE', 'none '].map((alg): [string, Attacks[string]] => [
  `alg ${JSON.stringify(alg)}, no signature`,
  ({ forge }) => `${forge({ header: { alg }, signature: none })}`,
]);

const spellings = ['es256', 'ES256 ', 'ES256K', 'ES256,none', '', null, 256, true, ['ES256'], { alg: 'ES256' }].map(
  (alg): [string, Attacks[string]] => [`alg ${JSON.stringify(alg)}`, ({ forge }) => forge({ header: { alg } })],
);

/** The algorithm is fixed: what the header says chooses nothing. */
export const algorithmAttacks: Attacks = {
  ...Object.fromEntries([...nones, ...spellings]),
  'alg none with a genuine signature': ({ forge }) => forge({ header: { alg: 'none' } }),
  'alg missing': ({ forge }) => forge({ header: { alg: undefined } }),
  'HS256 with the public key as PEM for a secret': ({ forge, key }) => {
    const pem = publicKeyOf(key).export({ type: 'spki', format: 'pem' });
    return forge({ header: { alg: 'HS256' }, signature: hmac('sha256', pem) });
  },
  'HS256 with the public key as DER for a secret': ({ forge, key }) => {
    const der = publicKeyOf(key).export({ type: 'spki', format: 'der' });
    return forge({ header: { alg: 'HS256' }, signature: hmac('sha256', der) });
  },
  'HS256 with the public key as JWK for a secret': ({ forge, key }) =>
    forge({ header: { alg: 'HS256' }, signature: hmac('sha256', JSON.stringify(key.jwk)) }),
  'HS256 with an empty secret': ({ forge }) => forge({ header: { alg: 'HS256' }, signature: hmac('sha256', '') }),
  'HS512 with the key name for a secret': ({ forge, key }) =>
    forge({ header: { alg: 'HS512' }, signature: hmac('sha512', key.kid) }),
  'ES256 by name, HMAC by the public key in fact': ({ forge, key }) =>
    forge({ signature: hmac('sha512', publicKeyOf(key).export({ type: 'spki', format: 'pem' })) }),
  'RS256 by a key of the attacker': ({ forge }) => forge({ header: { alg: 'RS256' }, signature: rsaSignature }),
  'PS256 by a key of the attacker': ({ forge }) => forge({ header: { alg: 'PS256' }, signature: rsaSignature }),
  'ES256 by name, RSA in fact': ({ forge }) => forge({ signature: rsaSignature }),
  'ES384 by a key of P-384': ({ forge }) =>
    forge({ header: { alg: 'ES384' }, signature: ecdsa(newCurveKey('P-384'), 'sha384') }),
  'ES512 by a key of P-521': ({ forge }) =>
    forge({ header: { alg: 'ES512' }, signature: ecdsa(newCurveKey('P-521'), 'sha512') }),
  'ES384 by our own key': ({ forge, key }) =>
    forge({ header: { alg: 'ES384' }, signature: ecdsa(key.privateKey, 'sha384') }),
  'EdDSA by a key of Ed25519': ({ forge }) =>
    forge({
      header: { alg: 'EdDSA' },
      signature: (input) => sign(null, Buffer.from(input), ed25519).toString('base64url'),
    }),
  'ES256 by name, a key of P-384 in fact': ({ forge }) => forge({ signature: ecdsa(newCurveKey('P-384')) }),
  'ES256 by name, a key of secp256k1 in fact': ({ forge }) => forge({ signature: ecdsa(newCurveKey('secp256k1')) }),
  'ES256 by name, Ed25519 in fact': ({ forge }) =>
    forge({ signature: (input) => sign(null, Buffer.from(input), ed25519).toString('base64url') }),
  'ES256 by name, SHA-384 in fact': ({ forge, key }) => forge({ signature: ecdsa(key.privateKey, 'sha384') }),
  'ES256 by name, SHA-1 in fact': ({ forge, key }) => forge({ signature: ecdsa(key.privateKey, 'sha1') }),
};
