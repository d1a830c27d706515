import { expect, test } from 'vitest';
import { digestToken, newRefreshToken, parseRefreshToken } from '../../../shared/identity/session.ts';

const sessionId = 'a'.repeat(32);

test('a token says where its session is, its family and 256 bits of its own', () => {
  const [one, other] = [newRefreshToken({ userId: 7, sessionId }), newRefreshToken({ userId: 7, sessionId })];

  expect(parseRefreshToken(one.text)).toEqual(one);
  expect(one).toMatchObject({ userId: 7, sessionId, family: expect.stringMatching(/^[\w-]{22}$/) });
  expect(one.text.split('.').at(-1)).toMatch(/^[\w-]{43}$/);
  expect(other.family).not.toBe(one.family);
  expect(other.text).not.toBe(one.text);
});

test('the next token of a session is of its family, with other bits', () => {
  const first = newRefreshToken({ userId: 7, sessionId });
  const next = newRefreshToken(first);

  expect(next).toMatchObject({ userId: 7, sessionId, family: first.family });
  expect(digestToken(next).familyHash).toBe(digestToken(first).familyHash);
  expect(digestToken(next).hash).not.toBe(digestToken(first).hash);
});

test('nothing of a token can be told from its digests', () => {
  const token = newRefreshToken({ userId: 7, sessionId });
  const { familyHash, hash } = digestToken(token);

  expect([familyHash, hash]).toEqual([expect.stringMatching(/^[\w-]{43}$/), expect.stringMatching(/^[\w-]{43}$/)]);
  expect(token.text).not.toContain(familyHash);
  expect(token.text).not.toContain(hash);
});

const family = '-_'.repeat(11);
const bits = 'Az09-_'.padEnd(43, 'x');

test.each([`1.${sessionId}.${family}.${bits}`, `999999999999999.${'0123456789abcdef'.repeat(2)}.${family}.${bits}`])(
  '%s has the form of a token',
  (text) => {
    expect(parseRefreshToken(text)).toMatchObject({ family, text });
  },
);

test.each([
  `0.${sessionId}.${family}.${bits}`,
  `01.${sessionId}.${family}.${bits}`,
  `1000000000000000.${sessionId}.${family}.${bits}`,
  `x.${sessionId}.${family}.${bits}`,
  `.${sessionId}.${family}.${bits}`,
  ` 1.${sessionId}.${family}.${bits}`,
  `1.${sessionId}.${family}.${bits} `,
  `1.${sessionId}.${family}.${bits}\n`,
  `1.${'A'.repeat(32)}.${family}.${bits}`,
  `1.${'g'.repeat(32)}.${family}.${bits}`,
  `1.${'a'.repeat(31)}.${family}.${bits}`,
  `1.${'a'.repeat(33)}.${family}.${bits}`,
  `1.${sessionId}.${family}x.${bits}`,
  `1.${sessionId}.${family.slice(1)}.${bits}`,
  `1.${sessionId}.${'='.repeat(22)}.${bits}`,
  `1.${sessionId}.${family}.${bits}x`,
  `1.${sessionId}.${family}.${bits.slice(1)}`,
  `1.${sessionId}.${family}.${'+'.repeat(43)}`,
  `1-${sessionId}-${family}-${bits}`,
  `1.${sessionId}.${family}`,
])('%j does not', (text) => {
  expect(() => parseRefreshToken(text)).toThrow(
    expect.objectContaining({ code: 'refresh-token.invalid', detail: expect.stringContaining('unknown, expired') }),
  );
});
