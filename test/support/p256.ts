import { createHash } from 'node:crypto';
import type { VerificationKey } from '../../shared/identity/keys/verification-keys.ts';

/** The curve P-256 (FIPS 186-5, SEC 2): the prime of its field, the order of its group, and its base point. */
export const p = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
export const n = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const b = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;

/** A point of the curve; the point at infinity is undefined. */
export type Point = { readonly x: bigint; readonly y: bigint } | undefined;

export const g = {
  x: 0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296n,
  y: 0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5n,
};

export const modulo = (value: bigint, modulus: bigint): bigint => ((value % modulus) + modulus) % modulus;

const power = (base: bigint, exponent: bigint, modulus: bigint): bigint => {
  let [result, factor] = [1n, modulo(base, modulus)];
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * factor) % modulus;
    factor = (factor * factor) % modulus;
  }
  return result;
};

/** For a prime modulus. */
export const invert = (value: bigint, modulus: bigint): bigint => power(value, modulus - 2n, modulus);

export const add = (one: Point, other: Point): Point => {
  if (one === undefined || other === undefined) return one ?? other;
  if (one.x === other.x && modulo(one.y + other.y, p) === 0n) return undefined;
  const slope =
    one.x === other.x
      ? (3n * one.x * one.x - 3n) * invert(2n * one.y, p)
      : (other.y - one.y) * invert(other.x - one.x, p);
  const x = modulo(slope * slope - one.x - other.x, p);
  return { x, y: modulo(slope * (one.x - x) - one.y, p) };
};

export const multiply = (point: Point, factor: bigint): Point => {
  let [result, addend]: [Point, Point] = [undefined, point];
  for (let rest = modulo(factor, n); rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = add(result, addend);
    addend = add(addend, addend);
  }
  return result;
};

/** The first point whose x is at least this. */
export const pointFrom = (x: bigint): NonNullable<Point> => {
  const square = modulo(x ** 3n - 3n * x + b, p);
  const y = power(square, (p + 1n) / 4n, p);
  return (y * y) % p === square ? { x, y } : pointFrom(x + 1n);
};

/** SHA-256 of a text as the number that ECDSA signs. */
export const digestNumber = (text: string): bigint => BigInt(`0x${createHash('sha256').update(text).digest('hex')}`);

const toBytes = (value: bigint): Buffer => Buffer.from(value.toString(16).padStart(64, '0'), 'hex');
const toNumber = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);

/** A signature's two numbers, and back. */
export const split = (signature: Uint8Array) => ({
  r: toNumber(signature.subarray(0, 32)),
  s: toNumber(signature.subarray(32)),
});
export const join = (r: bigint, s: bigint): Buffer => Buffer.concat([toBytes(r), toBytes(s)]);

/** Of the two signatures (r, s) and (r, n - s), of which a key's owner or anyone else makes one of the other, the one with the smaller s. */
export const lowS = (signature: Uint8Array): Buffer => {
  const { r, s } = split(signature);
  return join(r, s > n / 2n ? n - s : s);
};

export const toJwk = (point: Point): VerificationKey['jwk'] => {
  if (point === undefined) throw new Error('The point at infinity is no key.');
  const [x, y] = [point.x, point.y].map((value) => toBytes(value).toString('base64url'));
  return { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' };
};
