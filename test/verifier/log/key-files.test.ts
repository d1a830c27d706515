import { expect, test } from 'vitest';
import { isPage } from '../../../verifier/document.ts';
import { readPublishedKeys } from '../../../verifier/keys.ts';
import { documentKeyOf } from '../../support/make/statement.ts';

const logKey = 'consent-register/example+abfb33f6+AaGFEVSP3d2BOT9i8RpT24Oj9sSfj0ilw/QoC8M2Gi5/';

const read = async (logKeys: unknown) => {
  const { jwk } = documentKeyOf('a register');
  return readPublishedKeys(JSON.stringify({ keys: [jwk], logKeys }), 'keys.json');
};

test('the log keys of a key file are a list, or there are none', async () => {
  expect(await read([logKey])).toMatchObject({ keys: { logKeys: [logKey] } });
  for (const none of [null, undefined, []]) expect(await read(none)).toMatchObject({ keys: { logKeys: [] } });
});

test.each([
  ['a text', logKey],
  ['an object', { key: logKey }],
  ['a number', 1],
  ['false', false],
  ['a key with space around it', [`${logKey} `]],
  ['a key in another form', [logKey.replace('abfb33f6', 'ABFB33F6')]],
])(
  'a key file with %s for log keys is refused, because nobody would notice that it is not used',
  async (_, logKeys) => {
    expect(await read(logKeys)).toMatchObject({ fault: { code: expect.stringMatching(/^log-keys?$/) } });
  },
);

test('a page begins with a tag, after spaces, tabs and line ends alone', () => {
  for (const before of ['', '\uFEFF', ' \t\r\n', '\uFEFF\n']) expect(isPage(`${before}<!doctype html>`)).toBe(true);
  for (const before of ['\f', '\v', '\u00A0', '\u2028', '\uFEFF\uFEFF', 'a']) {
    expect(isPage(`${before}<!doctype html>`)).toBe(false);
  }
});
