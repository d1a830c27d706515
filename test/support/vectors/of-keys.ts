import { createPublicKey } from 'node:crypto';
import { writeNoteKey } from '../../../shared/log/signed-note.ts';
import { openMadeKey } from '../made-log.ts';
import type { Vector } from './vector.ts';
import { key, keySet, plain, plainLog, published, sealWith, stranger, withLog } from './vector.ts';

const publicKey = createPublicKey({ key: { ...key.jwk }, format: 'jwk' });
const pem = String(publicKey.export({ type: 'spki', format: 'pem' }));
const otherPem = String(
  createPublicKey({ key: { ...stranger.jwk }, format: 'jwk' }).export({ type: 'spki', format: 'pem' }),
);
const longer = Buffer.concat([publicKey.export({ type: 'spki', format: 'der' }), Buffer.alloc(1)]);

/** Key files of readers, by their names. The register's has the key of its log too. */
export const keyFiles: Readonly<Record<string, string>> = {
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

const sealed = withLog(plainLog.document);

const byKeys = (
  file: string,
  keys: string | null,
  verdict: Vector['verdict'],
  reason: string,
  checks: Vector['checks'] = [],
): Vector => ({ file, content: sealed, given: { keys }, verdict, reason, checks });

export const makeKeyVectors = (): readonly Vector[] => [
  byKeys('valid.json', 'keys.json', 'valid', 'A consent as the register signs it, with its log.'),
  byKeys(
    'valid-key-without-times.json',
    'keys-without-times.json',
    'valid',
    'The key file is one JWK without times of use. `key-times` is null, and that is no doubt.',
  ),
  byKeys(
    'valid-pem.json',
    'keys.pem',
    'valid',
    'The key file is PEM, which has no times of use, and no key of the log.',
  ),
  byKeys(
    'valid-pem-two-keys.json',
    'keys-two.pem',
    'valid',
    'The key file is PEM of two keys, with white space around them, and with other line ends or none.',
  ),
  byKeys('no-verdict-pem-text.json', 'keys-text.pem', null, 'Text stands before the key in PEM: there is no verdict.'),
  byKeys(
    'no-verdict-pem-certificate.json',
    'keys-certificate.pem',
    null,
    'A block of another label stands beside the key in PEM: there is no verdict.',
  ),
  byKeys(
    'no-verdict-pem-damaged.json',
    'keys-damaged.pem',
    null,
    'The unused bits in the base64 of another key are not 0: there is no verdict, though the key of the register is sound.',
  ),
  byKeys(
    'no-verdict-pem-longer.json',
    'keys-longer.pem',
    null,
    'A byte follows the key within its base64: there is no verdict.',
  ),
  byKeys(
    'valid-key-an-hour-late.json',
    'keys-an-hour-late.json',
    'valid',
    'The statement was issued exactly an hour before the key came into use. An hour is allowed.',
  ),
  byKeys('key-too-late.json', 'keys-too-late.json', 'refused', 'A millisecond more than an hour.', ['key-times']),
  byKeys('consistent-no-key.json', null, 'consistent', 'The reader gave no key. Nobody knows who signed it.'),
  byKeys('consistent-other-key.json', 'keys-of-another.json', 'consistent', "The key is not in the reader's key file."),
  byKeys(
    'doubt-key-not-confirmed.json',
    'keys-not-confirmed.json',
    'doubtful',
    'The key file says that nothing but the table of the register has the key.',
    ['key-confirmed'],
  ),
  byKeys(
    'doubt-log-key.json',
    'keys-of-another-log.json',
    'doubtful',
    'The key file names a log, but not that of the document. Anybody can make a log.',
    ['log-key'],
  ),
  byKeys(
    'no-verdict-kid.json',
    'keys-wrong-kid.json',
    null,
    'A `kid` in the key file is not the thumbprint of its key: there is no verdict.',
  ),
  byKeys(
    'no-verdict-key-twice.json',
    'keys-twice.json',
    null,
    'The key file has a key twice with different times: there is no verdict.',
  ),
  {
    file: 'consistent-signed-by-another.json',
    content: sealWith(plain, undefined, stranger),
    reason: 'Somebody else signed the same statement with a key of their own.',
    verdict: 'consistent',
  },
];
