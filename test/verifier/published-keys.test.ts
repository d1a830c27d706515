import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { english } from '../../pages/words/verify/eng.ts';
import { readPublishedKeys } from '../../verifier/published-keys.ts';
import { documentKeyOf, sealDocument } from '../support/evidence-document.ts';

const { jwk, kid } = documentKeyOf('ours');
const other = documentKeyOf('other');
const from = '2026-01-01T00:00:00.000Z';
const until = '2026-05-01T00:00:00.000Z';

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const elsewhere = generateKeyPairSync('ec', { namedCurve: 'P-384' });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
const { x, y } = publicKey.export({ format: 'jwk' });

const read = (text: unknown) => readPublishedKeys(typeof text === 'string' ? text : JSON.stringify(text), 'keys.json');

/** The key in PEM, with other bytes. */
const pemOf = (change: (der: Buffer) => Buffer): string =>
  `-----BEGIN PUBLIC KEY-----\n${change(publicKey.export({ type: 'spki', format: 'der' })).toString('base64')}\n-----END PUBLIC KEY-----\n`;

const notOnCurve =
  'keys.json has a public key that is not on P-256, the only curve for signing documents, or not in the form that openssl writes.';
const more =
  'keys.json has more than public keys: in PEM nothing but white space may stand around them, and nothing but base64 in them.';
const none =
  'keys.json has no public key: in PEM it begins with "-----BEGIN PUBLIC KEY-----". A certificate is not accepted.';
const noBase64 = 'keys.json has a damaged key: between its two lines there is more than base64.';

const timeless = { usedFrom: null, usedUntil: null };

test.each<[string, unknown, object[]]>([
  [
    'a set',
    { keys: [{ ...jwk, kid, alg: 'ES256', use: 'sig', usedFrom: from, usedUntil: until }] },
    [{ kid, jwk, usedFrom: from, usedUntil: until }],
  ],
  [
    'several',
    { keys: [{ ...jwk, usedFrom: from }, other.jwk] },
    [
      { kid, usedFrom: from, usedUntil: null },
      { kid: other.kid, ...timeless },
    ],
  ],
  [
    'a set with keys for other purposes',
    { keys: [{ kty: 'RSA', n: 'x', e: 'AQAB' }, jwk, { ...jwk, crv: 'P-384' }, null] },
    [{ kid, jwk, ...timeless }],
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
  ['one key', { ...jwk, kid }, [{ kid, jwk, ...timeless }]],
  ['PEM', pem, [{ jwk: { crv: 'P-256', kty: 'EC', x, y }, ...timeless }]],
  [
    'PEM with a line end of another system, and white space around it',
    `\r\n \t${pem.replaceAll('\n', '\r\n')}\r\n`,
    [{ jwk: { x, y } }],
  ],
  ['PEM in one line', pem.replaceAll('\n', ''), [{ jwk: { x, y } }]],
  ['PEM behind a byte order mark', `\uFEFF${pem}`, [{ jwk: { x, y } }]],
  ['PEM of two keys', pem + pem, [{ jwk: { x } }, { jwk: { x } }]],
  ['JSON behind a byte order mark', `\uFEFF${JSON.stringify(jwk)}`, [{ jwk }]],
])('takes %s', async (_name, text, keys) => {
  expect(await read(text)).toMatchObject({ keys: { keys, whence: 'keys.json' } });
});

test.each<[string, unknown, string]>([
  ['nothing', '', 'keys.json is not a key file: it is neither JSON nor PEM.'],
  ['a text', 'hello', 'keys.json is not a key file: it is neither JSON nor PEM.'],
  [
    'an empty set',
    { keys: [] },
    'keys.json has no public key on the curve P-256 for signing. Give a JWK Set, a JWK or PEM.',
  ],
  ['a number', 1, 'keys.json has no public key on the curve P-256 for signing. Give a JWK Set, a JWK or PEM.'],
  [
    'keys of another kind',
    { keys: [{ kty: 'RSA', n: 'x', e: 'AQAB' }] },
    'keys.json has no public key on the curve P-256 for signing. Give a JWK Set, a JWK or PEM.',
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
    'keys.json has a key with an invalid time: write "usedFrom" and "usedUntil" like 2026-11-22T10:00:00.000Z.',
  ],
  [
    'a private key',
    privateKey.export({ format: 'jwk' }),
    'keys.json has a private key. Give the public one, and keep the private one to yourself.',
  ],
  [
    'a private key in PEM',
    privateKey.export({ type: 'pkcs8', format: 'pem' }),
    'keys.json has a private key. Give the public one, and keep the private one to yourself.',
  ],
  ['another curve in PEM', elsewhere.publicKey.export({ type: 'spki', format: 'pem' }), notOnCurve],
  ['RSA in PEM', rsa.publicKey.export({ type: 'spki', format: 'pem' }), notOnCurve],
  ['text before a key in PEM', `Our key:\n${pem}`, more],
  ['text behind a key in PEM', `${pem}# ours`, more],
  ['text between two keys in PEM', `${pem}and\n${pem}`, more],
  ['a certificate beside a key in PEM', `${pem}-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n`, more],
  ['a header in a key in PEM', pem.replace('\n', '\nComment: ours\n\n'), more],
  ['a damaged key beside a sound one in PEM', `${pem}${pem.replace('M', '*')}`, more],
  ['a label of another kind', pem.replaceAll(' PUBLIC', ' EC PUBLIC'), none],
  ['a key in PEM without its end', `${pem}${pem.split('-----END')[0]}`, more],
  ['white space of another kind in PEM', pem.replace('\n', '\n\u00A0'), more],
  ['a key in PEM without base64', pem.replace(/\n[^-]+\n-/, '\n-'), notOnCurve],
  ['spare bits in the base64 of PEM', pem.replace(/.==/, 'B=='), noBase64],
  ['a byte behind a key in PEM', pemOf((der) => Buffer.concat([der, Buffer.alloc(1)])), notOnCurve],
  ['a key in PEM that is too short', pemOf((der) => der.subarray(0, -1)), notOnCurve],
  [
    'a compressed point in PEM',
    pemOf((der) =>
      Buffer.concat([Buffer.from('3039', 'hex'), der.subarray(2, 24), Buffer.of(0x22, 0, 2), der.subarray(27, 59)]),
    ),
    notOnCurve,
  ],
  [
    'no point of the curve in PEM',
    pemOf((der) => Buffer.concat([der.subarray(0, 59), der.subarray(27, 59)])),
    'keys.json has a damaged key: it is not a point of the curve P-256.',
  ],
  ['a certificate', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n', none],
  [
    'a document',
    sealDocument({}, other),
    'keys.json is a signed document. Take the key file from another source: the key in a document proves nothing.',
  ],
  [
    'a key that ends before it begins',
    { ...jwk, usedFrom: until, usedUntil: from },
    'keys.json has a key whose "usedUntil" is before its "usedFrom".',
  ],
  [
    'times that are numbers',
    { ...jwk, usedFrom: 1_767_225_600 },
    'keys.json has a key with an invalid time: write "usedFrom" and "usedUntil" like 2026-11-22T10:00:00.000Z.',
  ],
  [
    'a key twice, of which one is for ever',
    {
      keys: [
        { ...jwk, usedFrom: from },
        { ...jwk, usedFrom: from, usedUntil: until },
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
    'keys.json has no public key on the curve P-256 for signing. Give a JWK Set, a JWK or PEM.',
  ],
  [
    'two sets in one',
    `{"keys": ${JSON.stringify([jwk])}, "k\\u0065ys" : ${JSON.stringify([other.jwk])}}`,
    'keys.json has the member "keys" twice in one object, so it is not clear which one counts.',
  ],
  [
    'two ends of a key',
    `{"keys":[${JSON.stringify(other.jwk)},${JSON.stringify({ ...jwk, usedUntil: until }).slice(0, -1)},"usedUntil":null}]}`,
    'keys.json has the member "usedUntil" twice in one object, so it is not clear which one counts.',
  ],
  ['far too much', ' '.repeat(1024 * 1024 + 1), 'keys.json is not a key file: it is too long.'],
])('says in one line what is wrong with %s', async (_name, text, says) => {
  const found = await read(text);
  if ('keys' in found) throw new Error('It was taken.');
  const { code, whence, member } = found.fault;

  expect(english.keyFaults[code](whence, member)).toBe(says);
});
