import { createPublicKey } from 'node:crypto';
import { writeNoteKey } from '../../../shared/log/signed-note.ts';
import { openMadeKey } from '../made-log.ts';
import type { Files } from './vector.ts';
import { key, keySet, plain, plainLog, published, sealWith, stranger, withLog } from './vector.ts';

const publicKey = createPublicKey({ key: { ...key.jwk }, format: 'jwk' });
const pem = String(publicKey.export({ type: 'spki', format: 'pem' }));
const otherPem = String(
  createPublicKey({ key: { ...stranger.jwk }, format: 'jwk' }).export({ type: 'spki', format: 'pem' }),
);
const longer = Buffer.concat([publicKey.export({ type: 'spki', format: 'der' }), Buffer.alloc(1)]);

/** Key files of readers, by their names. The register's has the key of its log too. */
export const keyFiles: Files = {
  'keys.json': keySet(),
  'keys-of-another.json': keySet({ ...stranger.jwk, kid: stranger.kid }, { logKeys: [] }),
  'keys-without-times.json': `${JSON.stringify(key.jwk)}\n`,
  'keys.pem': pem,
  'keys-two.pem': `\r\n${otherPem.replaceAll('\n', '\r\n')}\r\n \t${pem.replaceAll('\n', '')}`,
  'keys-text.pem': `The key of the register:\n${pem}`,
  'keys-certificate.pem': `${pem}-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n`,
  'keys-damaged.pem': `${pem}${otherPem.replace(/.==/, 'B==')}`,
  'keys-longer.pem': `-----BEGIN PUBLIC KEY-----\n${longer.toString('base64')}\n-----END PUBLIC KEY-----\n`,
  'keys-an-hour-late.json': keySet({ usedFrom: '2026-06-01T01:00:00.000Z' }),
  'keys-too-late.json': keySet({ usedFrom: '2026-06-01T01:00:00.001Z' }),
  'keys-not-confirmed.json': keySet({ confirmed: false }),
  'keys-wrong-kid.json': keySet({ kid: stranger.kid }),
  'keys-twice.json': keySet({}, { keys: [published, { ...published, usedUntil: '2026-11-01T00:00:00.000Z' }] }),
  'keys-of-another-log.json': keySet(
    {},
    { logKeys: [writeNoteKey(openMadeKey('example.org/other', 'another log').key)] },
  ),
};

/** One document, for readers with different keys. */
const byKeys = [
  'valid.json',
  'valid-key-without-times.json',
  'valid-pem.json',
  'valid-pem-two-keys.json',
  'no-verdict-pem-text.json',
  'no-verdict-pem-certificate.json',
  'no-verdict-pem-damaged.json',
  'no-verdict-pem-longer.json',
  'valid-key-an-hour-late.json',
  'key-too-late.json',
  'consistent-no-key.json',
  'consistent-other-key.json',
  'doubt-key-not-confirmed.json',
  'doubt-log-key.json',
  'no-verdict-kid.json',
  'no-verdict-key-twice.json',
];

export const keyVectors: Files = {
  ...Object.fromEntries(byKeys.map((name) => [name, withLog(plainLog.document)])),
  'consistent-signed-by-another.json': sealWith(plain, undefined, stranger),
};
