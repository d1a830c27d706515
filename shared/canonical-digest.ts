import { createHash } from 'node:crypto';
import { toCanonicalJson } from './canonical.ts';

/**
 * SHA-256 of the canonical JSON (RFC 8785) of a value.
 *
 * @throws Error for a lone surrogate, which UTF-8 cannot encode
 */
export const canonicalDigest = (value: unknown): Buffer => createHash('sha256').update(toCanonicalJson(value)).digest();
