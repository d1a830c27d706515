import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { commandEnglish as english } from '../../pages/describe/command-text.ts';
import { readPublishedKeys } from '../../verifier/keys.ts';
import { documentKeyOf, sealDocument } from '../support/make/statement.ts';

const { jwk, kid } = documentKeyOf('ours');
const other = documentKeyOf('other');
const from = '2026-01-01T00:00:00.000Z';
const until = '2026-05-01T00:00:00.000Z';

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

const read = (text: unknown) => readPublishedKeys(typeof text === 'string' ? text : JSON.stringify(text), 'keys.json');

test.each<[string, unknown, object[]]>([
  ['a set', { keys: [{ ...jwk, kid, alg: 'ES256', use: 'sig', usedFrom: from }] }, [{ kid, jwk, usedFrom: from }]],
  [
    'several',
    { keys: [{ ...jwk, usedFrom: from }, other.jwk] },
    [
      { kid, usedFrom: from },
      { kid: other.kid, usedFrom: null },
    ],
  ],
  [
    'a set with keys for other purposes',
    { keys: [{ kty: 'RSA', n: 'x', e: 'AQAB' }, jwk, { ...jwk, crv: 'P-384' }, null] },
    [{ kid, jwk, usedFrom: null }],
  ],
  [
    'a key twice with the same times',
    {
      keys: [
        { ...jwk, usedFrom: from },
        { ...jwk, usedFrom: from },
      ],
    },
    [{ kid }, { kid }],
  ],
  ['one key', { ...jwk, kid }, [{ kid, jwk, usedFrom: null }]],
  ['JSON behind a byte order mark', `\uFEFF${JSON.stringify(jwk)}`, [{ jwk }]],
])('takes %s', async (_name, text, keys) => {
  expect(await read(text)).toMatchObject({ keys: { keys, source: 'keys.json' } });
});

test.each<[string, unknown, string]>([
  ['nothing', '', 'keys.json is not a key file: it is not JSON.'],
  ['a text', 'hello', 'keys.json is not a key file: it is not JSON.'],
  [
    'an empty set',
    { keys: [] },
    'keys.json has no public key on the curve P-256 for signing. Give a JWK Set or a JWK.',
  ],
  ['a number', 1, 'keys.json has no public key on the curve P-256 for signing. Give a JWK Set or a JWK.'],
  [
    'keys of another kind',
    { keys: [{ kty: 'RSA', n: 'x', e: 'AQAB' }] },
    'keys.json has no public key on the curve P-256 for signing. Give a JWK Set or a JWK.',
  ],
  [
    'another name of the key',
    { ...jwk, kid: other.kid },
    'keys.json has a key whose "kid" is not its thumbprint: one of the two was changed.',
  ],
  ['no point of the curve', { ...jwk, y: jwk.x }, 'keys.json has a damaged key: it is not a point of the curve P-256.'],
  [
    'a coordinate that is too short',
    { ...jwk, y: 'AA' },
    'keys.json has a damaged key: it is not a point of the curve P-256.',
  ],
  [
    'a set with one that is damaged',
    { keys: [jwk, { ...jwk, x: jwk.y }] },
    'keys.json has a damaged key: it is not a point of the curve P-256.',
  ],
  [
    'a time that is none',
    { ...jwk, usedFrom: '2026-02-30T00:00:00.000Z' },
    'keys.json has a key with an invalid time: write "usedFrom" like 2026-11-22T10:00:00.000Z.',
  ],
  [
    'a private key',
    privateKey.export({ format: 'jwk' }),
    'keys.json has a private key. Give the public one, and keep the private one to yourself.',
  ],
  [
    'PEM',
    '-----BEGIN PUBLIC KEY-----\nMFkw\n-----END PUBLIC KEY-----\n',
    'keys.json is not a key file: it is not JSON.',
  ],
  [
    'a document',
    sealDocument({}, other),
    'keys.json is a signed document. Take the key file from another source: the key in a document proves nothing.',
  ],
  [
    'times that are numbers',
    { ...jwk, usedFrom: 1_767_225_600 },
    'keys.json has a key with an invalid time: write "usedFrom" like 2026-11-22T10:00:00.000Z.',
  ],
  [
    'a key twice with different times',
    {
      keys: [
        { ...jwk, usedFrom: from },
        { ...jwk, usedFrom: until },
      ],
    },
    'keys.json has the same key twice, with different times of use.',
  ],
  [
    'a private key for another purpose beside the public one',
    { keys: [jwk, { kty: 'RSA', n: 'x', e: 'AQAB', d: 'x' }] },
    'keys.json has a private key. Give the public one, and keep the private one to yourself.',
  ],
  [
    'keys that are not for signing',
    {
      keys: [
        { ...jwk, use: 'enc' },
        { ...jwk, alg: 'ECDH-ES' },
      ],
    },
    'keys.json has no public key on the curve P-256 for signing. Give a JWK Set or a JWK.',
  ],
  [
    'two sets in one',
    `{"keys": ${JSON.stringify([jwk])}, "k\\u0065ys" : ${JSON.stringify([other.jwk])}}`,
    'keys.json has the member "keys" twice in one object, so it is not clear which one counts.',
  ],
  ['far too much', ' '.repeat(1024 * 1024 + 1), 'keys.json is not a key file: it is too long.'],
])('says in one line what is wrong with %s', async (_name, text, says) => {
  const found = await read(text);
  if ('keys' in found) throw new Error('It was taken.');
  const { code, source, member } = found.fault;

  expect(english.t(`verify.keyFaults.${code}`, { name: source, member })).toBe(says);
});
