import { createHash } from 'node:crypto';
import { p256 } from '@noble/curves/nist.js';
import type { VerificationKey } from '../../shared/identity/keys/verification-keys.ts';

const { BASE, Fn, Fp, ZERO } = p256.Point;

/** The curve P-256 (FIPS 186-5, SEC 2): the prime of its field, the order of its group, and its base point. */
export const p = Fp.ORDER;
export const n = Fn.ORDER;
export const g = BASE.toAffine();

/** A point of the curve; the point at infinity is undefined. */
export type Point = { readonly x: bigint; readonly y: bigint } | undefined;

const open = (point: Point) => (point === undefined ? ZERO : p256.Point.fromAffine(point));
const close = (point: typeof ZERO): Point => (point.is0() ? undefined : point.toAffine());

export const add = (one: Point, other: Point): Point => close(open(one).add(open(other)));

export const multiply = (point: Point, factor: bigint): Point => close(open(point).multiplyUnsafe(Fn.create(factor)));

/** The first point whose x is at least this. */
export const pointFrom = (x: bigint): NonNullable<Point> => {
  try {
    return p256.Point.fromHex(`02${x.toString(16).padStart(64, '0')}`).toAffine();
  } catch {
    return pointFrom(x + 1n);
  }
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

export const toJwk = (point: Point): VerificationKey['jwk'] => {
  if (point === undefined) throw new Error('The point at infinity is no key.');
  const [x, y] = [point.x, point.y].map((value) => toBytes(value).toString('base64url'));
  return { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' };
};
