import { limits } from '../shared/api/limits.ts';
import { toCanonicalJson } from '../shared/runtime/canonical.ts';
import { attempt } from '../shared/runtime/values.ts';
import { scanJson } from '../shared/schema/json-scan.ts';
import { findEmbedded, isPage } from './embedded-document.ts';
import type { Saying } from './saying.ts';
import type { Check } from './verification.ts';
import { fails, holds } from './verification.ts';

/** A document is no longer than the longest answer of the API. */
const longestDocument = limits.resultBytes;

/** The longest file that is read, in bytes: a page with the longest document in it. */
export const longestFile = 2 * longestDocument;

/** More than any document has: `document.statement.contents.notice.purposes[0].name` has six. */
const deepest = 16;

/** The content of a file; without a value if it is not JSON that a document could be. */
interface FileContent {
  readonly value?: unknown;
  readonly checks: readonly Check[];
}

const refuse = (saying: Saying): FileContent => ({ checks: [fails('json', saying)] });

const tooLarge = refuse(['json-large', { bytes: longestDocument, depth: deepest }]);

/** Whether objects and lists are nested more deeply than in any document. */
const isDeep = (json: string): boolean => scanJson(json, (_start, _end, depth) => depth > deepest);

/** The first character that differs, from 1. It may be invisible to a reader. */
const firstDifference = (one: string, other: string): number => {
  const shorter = Math.min(one.length, other.length);
  for (let i = 0; i < shorter; i += 1) if (one[i] !== other[i]) return i + 1;
  return shorter + 1;
};

const compare = (text: string, canonical: string): Check =>
  canonical === text
    ? holds('canonical', ['canonical-ok'])
    : fails('canonical', ['canonical-differs', { at: firstDifference(text, canonical) }]);

const readBytes = (bytes: Uint8Array, ok: Saying): FileContent => {
  if (bytes.length > longestDocument) return tooLarge;
  const text = attempt(() => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  if (text !== undefined && isDeep(text)) return tooLarge;
  const value: unknown = attempt(() => JSON.parse(text ?? ''));
  if (text === undefined || value === undefined) return refuse(['json-not']);
  const json = holds('json', ok);
  const canonical = attempt(() => toCanonicalJson(value));
  if (canonical === undefined) return { checks: [json, fails('canonical', ['canonical-none'])] };
  return { value, checks: [json, compare(text, canonical)] };
};

/** A page begins with `<`, possibly after a byte order mark and spaces. */
export const beginsAsPage = (bytes: Uint8Array): boolean => isPage(new TextDecoder().decode(bytes.subarray(0, 1024)));

/**
 * Reads a file: JSON in UTF-8 that equals its own canonical serialisation (RFC 8785), or a page with such a document in it. Duplicate members,
 * spaces, other escapes and other forms of numbers all change the text, so they fail.
 */
export const readDocumentFile = (file: Uint8Array | string): FileContent => {
  if (file.length > longestFile) return tooLarge;
  if (typeof file === 'string' && !file.isWellFormed()) return refuse(['json-not']);
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file;
  if (!beginsAsPage(bytes)) return readBytes(bytes, ['json-ok']);
  const document = findEmbedded(new TextDecoder().decode(bytes));
  return document === undefined ? refuse(['json-not']) : readBytes(document, ['page-ok']);
};
