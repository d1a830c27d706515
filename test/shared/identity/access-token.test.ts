import { jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { readUnverified, signAccessToken, verifyAccessToken } from '../../../shared/identity/access-token.ts';
import { newForgeKey, publicKeyOf } from '../../support/make/forge.ts';

const now = new Date('2026-11-20T12:00:00Z');
const key = newForgeKey();
const publicKey = publicKeyOf(key);
const bearer = { userId: 7, sessionId: '1'.repeat(32), accountId: 'a'.repeat(32) };
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const issue = () => signAccessToken(bearer, key, { lifetime: 3_600, now });
const token = issue();

const verify = (text: string, key = publicKey, at = now) => verifyAccessToken(readUnverified(text), key, at);

const expectRefused = (others: Iterable<string>): void => {
  for (const other of others) {
    expect(() => verify(other), other).toThrow('token.invalid');
  }
};

const positions = Array.from(token, (_, i) => i);

test('every token that is issued is good', () => {
  for (let i = 0; i < 100; i += 1) expect(verify(issue())).toEqual(bearer);
  expect(readUnverified(token)).toMatchObject({ kid: key.kid, bearer });
});

test('another implementation reads what is issued', async () => {
  const options = { algorithms: ['ES256'], typ: 'at+jwt', issuer: 'consent-register', audience: 'consent-register' };
  const issuedAt = now.getTime() / 1_000;

  expect(await jwtVerify(issue(), publicKey, { ...options, currentDate: now })).toMatchObject({
    protectedHeader: { alg: 'ES256', typ: 'at+jwt', kid: key.kid },
    payload: {
      sub: '7',
      sid: bearer.sessionId,
      acc: bearer.accountId,
      iat: issuedAt,
      exp: issuedAt + 3_600,
    },
  });
});

test('a token is good up to the second before it expires', () => {
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1_000);

  expect(verify(token, publicKey, after(3_599))).toEqual(bearer);
  expect(() => verify(token, publicKey, after(3_600))).toThrow('token.expired');
  expect(() => verify(token, publicKeyOf(newForgeKey()), after(3_600))).toThrow('token.invalid');
});

/** The last letter has four bits that stand for nothing. */
test.each([1, 2, 4, 8, 16, 32])('no token is good with bit %d of any of its letters flipped', (bit) => {
  const read = bit < 16 ? positions.slice(0, -1) : positions;
  const flip = (letter = ''): string => (letter === '.' ? 'A' : (letters[letters.indexOf(letter) ^ bit] ?? ''));

  expectRefused(read.map((i) => token.slice(0, i) + flip(token[i]) + token.slice(i + 1)));
});

test('no token is good without any one of its letters', () => {
  expectRefused(positions.map((i) => token.slice(0, i) + token.slice(i + 1)));
});

test('no token is good with any one of its letters twice', () => {
  expectRefused(positions.map((i) => token.slice(0, i + 1) + token.slice(i)));
});

test('no token is good when it is cut short', () => {
  expectRefused(positions.map((i) => token.slice(0, i)));
});

test.each(['.', '.AAAA', '.AAAA.AAAA', '=', '==', ' ', '\n', '\0', '%00', ',', '+', '/'])(
  'no token is good with %j in front or behind',
  (more) => expectRefused([token + more, more + token]),
);

test.each<[string, (parts: string[]) => string[]]>([
  ['a part more', (parts) => [...parts, 'AAAA']],
  ['a part less', (parts) => parts.slice(0, 2)],
])('the form alone refuses %s, before there is a key to verify with', (_case, change) => {
  expect(() => readUnverified(change(token.split('.')).join('.'))).toThrow('token.invalid');
});
