import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { toCanonicalJson } from '../runtime/canonical.ts';
import type { Item } from '../store/table.ts';
import type { LeafStatement } from './leaf-statement.ts';
import type { Leaf } from './log-event.ts';
import { LogEvent } from './log-event.ts';

/** The salt of leaves that contain nothing personal. */
export const noSalt = new Uint8Array();

const Salted = v.object({ salt: v.instance(Uint8Array) });

/** The salt of a stored record. */
export const saltOf = (item: Item): Uint8Array => v.parse(Salted, item).salt;

/** The entry of a leaf: SHA-256 of the salt and its canonical JSON (docs/evidence-format.md, The log). */
const commit = (salt: Uint8Array, statement: LeafStatement): Uint8Array =>
  createHash('sha256').update(salt).update(toCanonicalJson(statement)).digest();

/** The leaf of an event. @throws Error when the record has a form that the log does not accept */
export const toLeaf = (event: LogEvent, salt: Uint8Array, statement: LeafStatement): Leaf => ({
  event: v.parse(LogEvent, event),
  entry: commit(salt, statement),
});
