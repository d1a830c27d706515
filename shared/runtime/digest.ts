import { createHash, createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { toCanonicalJson } from './canonical.ts';

/** Each part has its length before it, so no two lists of parts collide. */
const join = (parts: readonly string[]): string => parts.map((part) => `${Buffer.byteLength(part)}:${part}`).join('');

/** SHA-256 of the parts as 43 base64url characters. */
export const digest = (...parts: readonly string[]): string => hash('sha256', join(parts), 'base64url');

/** The first 16 bytes of SHA-256 of the parts. */
export const shortDigest = (...parts: readonly string[]): Buffer =>
  hash('sha256', join(parts), 'buffer').subarray(0, 16);

/** The first 16 bytes of HMAC-SHA-256 of the parts. Without the key, nobody can derive or guess the parts. */
export const keyedDigest =
  (key: Uint8Array) =>
  (...parts: readonly string[]): Buffer =>
    createHmac('sha256', key).update(join(parts)).digest().subarray(0, 16);

/** Compares two digests in constant time. */
export const equalDigests = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** The salt with which a log commits to a record, so that the commitment reveals nothing. */
export const newSalt = (): Buffer => randomBytes(16);

/** SHA-256 in hex of a value's canonical JSON. Members are sorted by name, so their order does not matter. */
export const hashJson = (value: unknown): string => hash('sha256', JSON.stringify(value, sortMembers), 'hex');

const sortMembers = (_name: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/**
 * SHA-256 of the canonical JSON (RFC 8785) of a value.
 *
 * @throws Error for a lone surrogate, which UTF-8 cannot encode
 */
export const canonicalDigest = (value: unknown): Buffer => createHash('sha256').update(toCanonicalJson(value)).digest();
