import type { Hash, Hmac } from 'node:crypto';
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Each part has its length before it, so no two lists of parts collide. */
const feed = <Hashing extends Hash | Hmac>(hash: Hashing, parts: readonly string[]): Hashing => {
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part);
  return hash;
};

const hashParts = (parts: readonly string[]): Hash => feed(createHash('sha256'), parts);

/** SHA-256 of the parts as 43 base64url characters. */
export const digest = (...parts: readonly string[]): string => hashParts(parts).digest('base64url');

/** The first 16 bytes of SHA-256 of the parts. */
export const shortDigest = (...parts: readonly string[]): Buffer => hashParts(parts).digest().subarray(0, 16);

/** The first 16 bytes of HMAC-SHA-256 of the parts. Without the key, nobody can derive or guess the parts. */
export const keyedDigest =
  (key: Uint8Array) =>
  (...parts: readonly string[]): Buffer =>
    feed(createHmac('sha256', key), parts).digest().subarray(0, 16);

/** Compares two digests in constant time. */
export const equalDigests = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** The salt with which a log commits to a record, so that the commitment reveals nothing. */
export const newSalt = (): Buffer => randomBytes(16);

/** SHA-256 in hex of a value's canonical JSON. Members are sorted by name, so their order does not matter. */
export const hashJson = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value, sortMembers)).digest('hex');

const sortMembers = (_name: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
