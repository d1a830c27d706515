import { createPublicKey } from 'node:crypto';
import { invert, mod as modulo } from '@noble/curves/abstract/modular.js';
import { expect, test } from 'vitest';
import { readUnverified, verifyAccessToken } from '../../../shared/identity/access-token.ts';
import { encode, headerText } from '../../support/make/forge.ts';
import type { Point } from '../../support/make/statement.ts';
import { add, digestNumber, g, join, multiply, n, p, pointFrom, toJwk } from '../../support/make/statement.ts';

const now = new Date('2026-11-20T12:00:00Z');
const id = '0123456789abcdef0123456789abcdef';

const toInput = (userId: number): string => {
  const claims = { sub: String(userId), sid: id, acc: id, iss: 'consent-register', aud: 'consent-register' };
  const times = { iat: now.getTime() / 1000, exp: now.getTime() / 1000 + 60 };
  return `${encode(headerText({ kid: id }))}.${encode(JSON.stringify({ ...claims, ...times }))}`;
};

/** A signing input, a public key, and the two numbers of a signature. */
interface Vector {
  readonly input?: string;
  readonly key: Point;
  readonly r: bigint;
  readonly s: bigint;
}

const input = toInput(1);
const e = modulo(digestNumber(input), n);
const half = n / 2n;

const verify = ({ input: signed = input, key, r, s }: Vector, signature: Uint8Array = join(r, s)) => {
  const read = readUnverified(`${signed}.${encode(signature)}`);
  return verifyAccessToken(read, createPublicKey({ key: toJwk(key), format: 'jwk' }), now);
};

/** The public key for which a signature fits whose point and s are chosen (SEC 1, section 4.1.6). */
const recover = (point: NonNullable<Point>, s: bigint, digest = e): Vector => {
  const r = modulo(point.x, n);
  const negative = multiply(g, n - digest);
  return { key: multiply(add(multiply(point, s), negative), invert(r, n)), r, s };
};

/** A signature by a private key that is chosen, with s chosen or with the point's factor chosen. */
const signWith = (d: bigint, k = 0x1234567890abcdefn): Vector => {
  const r = modulo(multiply(g, k)?.x ?? 0n, n);
  const s = modulo((e + r * d) * invert(k, n), n);
  return { key: multiply(g, d), r, s };
};

/** The one private key for which both products of a verification are the same point, or each other's negative. */
const meeting = (sign: 1n | -1n): bigint => {
  const r = modulo(multiply(g, 0x1234567890abcdefn)?.x ?? 0n, n);
  return modulo(sign * e * invert(r, n), n);
};

const smallest = pointFrom(1n);
const aboveOrder = pointFrom(n);

const findZeros = (): Vector => {
  let userId = 1;
  while (digestNumber(toInput(userId)) >> 244n > 0n) userId += 1;
  const signed = toInput(userId);
  return { input: signed, ...recover(pointFrom(2n ** 200n), 12_345n, digestNumber(signed)) };
};

/** The names in brackets are those of Project Wycheproof's flags. */
const fitting: Readonly<Record<string, Vector>> = {
  'small r and s (SmallRandS)': recover(smallest, 3n),
  's = 1 (ModularInverse)': recover(smallest, 1n),
  's = 2 (ModularInverse)': recover(pointFrom(2n ** 100n), 2n),
  's = 2^128 (ModularInverse)': recover(pointFrom(2n ** 100n), 2n ** 128n),
  's = n / 2 (ModularInverse)': recover(pointFrom(2n ** 100n), half),
  'r close to n (ArithmeticError)': recover(pointFrom(n - 2n ** 16n), 2n ** 200n),
  'x of the point above n, r its remainder (ArithmeticError)': recover(aboveOrder, 2n ** 200n),
  'r equal to s (EdgeCaseShamirMultiplication)': recover(pointFrom(7n), pointFrom(7n).x),
  's the digest (EdgeCaseShamirMultiplication)': recover(pointFrom(7n), e),
  'both products the same point (PointDuplication)': signWith(meeting(1n)),
  'the base point as the key (EdgeCasePublicKey)': signWith(1n),
  'the negative of the base point as the key (EdgeCasePublicKey)': signWith(n - 1n),
  'twice the base point as the key (EdgeCasePublicKey)': signWith(2n),
  'half the base point as the key (EdgeCasePublicKey)': signWith((n + 1n) / 2n),
  'a digest that begins with zeros (SpecialCaseHash)': findZeros(),
  'any signature (ValidSignature)': signWith(0xfedcba9876543210fedcba9876543210n),
};

test.each(Object.entries(fitting))('accepts %s, its other signature, and none with r negated', (_name, vector) => {
  const { r, s } = vector;
  expect(verify(vector)).toMatchObject({ sessionId: id });
  expect(verify(vector, join(r, n - s))).toMatchObject({ sessionId: id });
  expect(() => verify(vector, join(n - r, s))).toThrow('token.invalid');
});

test('refuses r above n, whose remainder fits (RangeCheck)', () => {
  const vector = recover(aboveOrder, 2n ** 200n);

  expect(vector.r).toBe(aboveOrder.x - n);
  expect(() => verify(vector, join(aboveOrder.x, vector.s))).toThrow('token.invalid');
});

test('refuses a signature whose products cancel each other (PointDuplication)', () => {
  const vector = { ...signWith(5n), key: multiply(g, meeting(-1n)) };

  for (const s of [vector.s, 1n, half]) expect(() => verify({ ...vector, s })).toThrow('token.invalid');
});

const special = [0n, 1n, 2n, half, half + 1n, n - 1n, n, n + 1n, p - n, p - 1n, p, p + 1n, 2n ** 256n - 1n];

test.each(special)('refuses %d for r and every special s (InvalidSignature)', (r) => {
  const { key } = signWith(1n);

  for (const s of special) expect(() => verify({ key, r, s })).toThrow('token.invalid');
});
