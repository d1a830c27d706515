import { writeNoteKey } from '../../../shared/log/signed-note.ts';
import { openMadeKey } from '../../support/make/made-log.ts';
import type { Files } from './vector.ts';
import { key, keySet, plain, plainLog, published, sealWith, stranger, withLog } from './vector.ts';

/** Key files of readers, by their names. The register's has the key of its log too. */
export const keyFiles: Files = {
  'keys.json': keySet(),
  'keys-of-another.json': keySet({ ...stranger.jwk, kid: stranger.kid }, { logKeys: [] }),
  'keys-without-times.json': `${JSON.stringify(key.jwk)}\n`,
  'keys-an-hour-late.json': keySet({ usedFrom: '2026-06-01T01:00:00.000Z' }),
  'keys-too-late.json': keySet({ usedFrom: '2026-06-01T01:00:00.001Z' }),
  'keys-wrong-kid.json': keySet({ kid: stranger.kid }),
  'keys-twice.json': keySet({}, { keys: [published, { ...published, usedFrom: '2026-02-01T00:00:00.000Z' }] }),
  'keys-of-another-log.json': keySet(
    {},
    { logKeys: [writeNoteKey(openMadeKey('example.org/other', 'another log').key)] },
  ),
};

/** One document, for readers with different keys. */
const byKeys = [
  'valid.json',
  'valid-key-without-times.json',
  'valid-key-an-hour-late.json',
  'key-too-late.json',
  'consistent-no-key.json',
  'consistent-other-key.json',
  'doubt-log-key.json',
  'no-verdict-kid.json',
  'no-verdict-key-twice.json',
];

export const keyVectors: Files = {
  ...Object.fromEntries(byKeys.map((name) => [name, withLog(plainLog.document)])),
  'consistent-signed-by-another.json': sealWith(plain, undefined, stranger),
};
