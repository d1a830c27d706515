import { createHash } from 'node:crypto';
import { toCanonicalJson } from '../canonical.ts';
import type { LeafStatement } from './leaf-statement.ts';

/** What a record is committed to with, where it has no salt of its own: nothing in it is personal. */
export const noSalt = new Uint8Array();

/** The entry of a leaf: SHA-256 of the salt, and of the canonical JSON of its statement (docs/evidence.md, The log). */
export const commit = (salt: Uint8Array, statement: LeafStatement): Uint8Array =>
  createHash('sha256').update(salt).update(toCanonicalJson(statement)).digest();
