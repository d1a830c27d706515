import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linkKeys } from '../../../shared/consents/person-data.ts';
import type { LinkFacts, LinkUse } from '../../../shared/links/link.ts';
import { generationOf, isEnded, openLink, sealLink, stateOfLink, toLinkSecret } from '../../../shared/links/link.ts';
import { noise } from '../../support/make/chance.ts';

const secretOf = (generation: number, text = 'a secret of sixty-four characters') => toLinkSecret(generation, text);
const secret = secretOf(1);
const secrets = new Map([[1, secret]]);

const facts: LinkFacts = {
  use: 'page',
  accountId: '01a203b847867fd1bb46680a628c6caf',
  key: 'email',
  digest: noise(16),
  pid: 7,
  issuer: { userId: 3, keyId: '00ff00ff00ff00ff' },
  day: '2026-03-03',
  days: 365,
};

const hex = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((array) => Buffer.from(array).toString('hex'));

/** All that a link can say, to the ends of each number. */
const anyFacts: fc.Arbitrary<LinkFacts> = fc.record({
  use: fc.constantFrom<LinkUse>('page', 'one-click'),
  accountId: hex(16),
  key: fc.constantFrom(...linkKeys),
  digest: hex(16).map((text) => Buffer.from(text, 'hex')),
  pid: fc.option(fc.integer({ min: 1, max: 999_999_999_999_999 }), { nil: undefined }),
  issuer: fc.record({
    userId: fc.integer({ min: 1, max: 2 ** 47 - 1 }),
    keyId: fc.option(hex(8), { nil: undefined }),
  }),
  day: fc
    .date({ min: new Date('2026-01-01'), max: new Date('2149-06-06'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  days: fc.integer({ min: 1, max: 730 }),
});

test('a link says in 114 characters all that it was made of, each time otherwise', () => {
  fc.assert(
    fc.property(anyFacts, (given) => {
      const [link, again] = [sealLink(secret, given), sealLink(secret, given)];
      expect(link).toMatch(/^[\w-]{114}$/);
      expect(again).not.toBe(link);
      expect(openLink(secrets, given.use, link)).toEqual(given);
    }),
  );
});

test('it reveals neither the digest nor the account', () => {
  const bytes = Buffer.from(sealLink(secret, facts), 'base64url');

  expect(bytes).toHaveLength(85);
  expect(bytes.includes(facts.digest)).toBe(false);
  expect(bytes.includes(Buffer.from(facts.accountId, 'hex'))).toBe(false);
});

test('each bit of a link counts, and it has one spelling', () => {
  const link = sealLink(secret, facts);
  const bytes = Buffer.from(link, 'base64url');
  for (let i = 0; i < bytes.length * 8; i += 1) {
    const other = Buffer.from(bytes);
    other.writeUInt8(other.readUInt8(i >> 3) ^ (1 << (i & 7)), i >> 3);
    expect(openLink(secrets, 'page', other.toString('base64url')), `bit ${i}`).toBeUndefined();
  }
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const same = [...alphabet].filter((last) => Buffer.from(link.slice(0, -1) + last, 'base64url').equals(bytes));
  expect(same.length).toBeGreaterThan(1);
  expect(same.filter((last) => openLink(secrets, 'page', link.slice(0, -1) + last) !== undefined)).toEqual([
    link.at(-1),
  ]);
});

test.each([
  '',
  'x',
  'A'.repeat(113),
  'A'.repeat(115),
  `${'A'.repeat(113)}=`,
  `${'+'.repeat(113)}A`,
  `${'A'.repeat(113)}B`,
  `${'A'.repeat(113)}\n`,
  'ä'.repeat(114),
  'A'.repeat(1_000_000),
])('what has not the form of a link is none, before any work: %#', (text) => {
  expect(generationOf(text)).toBeUndefined();
  expect(openLink(secrets, 'page', text)).toBeUndefined();
});

test('a page is no one-click address, and the other way round', () => {
  const [page, oneClick] = [sealLink(secret, facts), sealLink(secret, { ...facts, use: 'one-click' })];

  expect(openLink(secrets, 'one-click', page)).toBeUndefined();
  expect(openLink(secrets, 'page', oneClick)).toBeUndefined();
  expect(openLink(secrets, 'one-click', oneClick)).toEqual({ ...facts, use: 'one-click' });
});

test('a link opens with its own generation of its own stage alone', () => {
  const [second, foreign] = [secretOf(2), secretOf(1, 'the secret of another stage, as long as')];
  const link = sealLink(second, facts);

  expect(generationOf(link)).toBe(2);
  expect(
    openLink(
      new Map([
        [1, secret],
        [2, second],
      ]),
      'page',
      link,
    ),
  ).toEqual(facts);
  expect(openLink(secrets, 'page', link)).toBeUndefined();
  expect(openLink(new Map([[2, { ...secret, generation: 2 }]]), 'page', link)?.accountId).toBe(facts.accountId);
  expect(openLink(new Map([[1, foreign]]), 'page', sealLink(secret, facts))).toBeUndefined();
});

test('of a hundred thousand made-up links none opens', () => {
  const opened = Array.from({ length: 100_000 }, () => {
    const bytes = randomBytes(85);
    bytes.writeUInt8(1, 0);
    return openLink(secrets, 'page', bytes.toString('base64url'));
  });

  expect(opened.filter((found) => found !== undefined)).toEqual([]);
});

test.each([
  ['userId', { issuer: { userId: 2 ** 47, keyId: undefined } }],
  ['pid', { pid: 2 ** 50 }],
  ['days', { days: 1_024 }],
  ['day', { day: '2149-06-07' }],
])('a %s that no link can hold makes none', (name, over) => {
  expect(() => sealLink(secret, { ...facts, ...over })).toThrow(`The ${name} of a link is too large.`);
});

test('a link expires at the end of the day in UTC that is a number of days after its own', () => {
  const stateAt = (time: string, days: number) => stateOfLink({ ...facts, days }, new Date(time));

  expect(stateAt('2026-03-03T00:00:00.000Z', 1)).toBe('good');
  expect(stateAt('2026-03-04T23:59:59.999Z', 1)).toBe('good');
  expect(stateAt('2026-03-05T00:00:00.000Z', 1)).toBe('expired');
  expect(stateAt('2028-03-02T23:59:59.999Z', 730)).toBe('good');
  expect(stateAt('2028-03-03T00:00:00.000Z', 730)).toBe('expired');
});

test('an account ends the links of the days before one', () => {
  expect(isEnded(facts, {})).toBe(false);
  expect(isEnded(facts, { linksEndBefore: '2026-03-03' })).toBe(false);
  expect(isEnded(facts, { linksEndBefore: '2026-03-04' })).toBe(true);
});
