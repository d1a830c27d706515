import { attempt } from '../shared/attempt.ts';
import { toCanonicalJson } from '../shared/canonical.ts';
import { partNames } from '../shared/evidence/statement-format.ts';
import { scanJson } from '../shared/json-scan.ts';
import { limits } from '../shared/limits.ts';
import { findEmbedded, isPage } from './embedded-document.ts';
import type { Saying } from './saying.ts';
import type { Check, Place } from './verification.ts';
import { fails, holds } from './verification.ts';

/** Whether objects and lists are nested more deeply. */
const isDeeper = (json: string, most: number): boolean => scanJson(json, (_start, _end, depth) => depth > most);

/** The names of the outer member and the member inside it that contain a character; a best guess for damaged JSON. */
const placeAt = (json: string, at: number): readonly [outer: string | undefined, inner: string | undefined] => {
  let [outer, inner]: [string | undefined, string | undefined] = [undefined, undefined];
  scanJson(json, (start, end, depth) => {
    if (start > at) return true;
    if (depth < 2) inner = undefined;
    if (depth < 1) outer = undefined;
    const isName = json[start] === '"' && json[end] === ':';
    if (isName && depth === 1) outer = json.slice(start + 1, end - 1);
    if (isName && depth === 2) inner = json.slice(start + 1, end - 1);
    return false;
  });
  return [outer, inner];
};

/** The index of the first difference between two texts; the length of the shorter one if it is a prefix of the other. */
const firstDifference = (one: string, other: string): number => {
  const shorter = Math.min(one.length, other.length);
  for (let i = 0; i < shorter; i += 1) if (one[i] !== other[i]) return i;
  return shorter;
};

/** A document is no longer than the longest answer of the API. */
const longestDocument = limits.resultBytes;

/** The longest file that is read, in bytes: a page with the longest document in it. */
export const longestFile = 2 * longestDocument;

/** More than any document has: `document.statement.notice.content.purposes[0].name` has six. */
const deepest = 16;

/** The content of a file; without a value if it is not JSON. */
interface FileContent {
  readonly value?: unknown;
  readonly checks: readonly Check[];
}

const isPart = (name: string | undefined): name is (typeof partNames)[number] =>
  partNames.some((part) => part === name);

/** The part that contains a character of the file. */
const findPlace = (text: string, at: number): Place => {
  const [outer, inner] = placeAt(text, at);
  if (outer === 'protected') return 'header';
  if (outer === 'signature' || outer === 'log') return outer;
  if (outer !== 'statement') return 'file';
  if (inner === 'hashes') return inner;
  return isPart(inner) ? inner : 'statement';
};

/** Describes the first difference, which may be invisible to a reader. */
const nameDifference = (text: string, canonical: string): Saying =>
  text.trim() === canonical
    ? ['canonical-around']
    : ['canonical-differs', { at: firstDifference(text, canonical) + 1 }];

const compare = (text: string, canonical: string): Check => {
  if (canonical === text) return holds('canonical', 'file', ['canonical-ok']);
  return fails('canonical', findPlace(text, firstDifference(text, canonical)), nameDifference(text, canonical));
};

const readText = (text: string): FileContent => {
  if (text.startsWith('\ufeff')) return { checks: [fails('json', 'file', ['json-mark'])] };
  if (isDeeper(text, deepest)) return { checks: [fails('json', 'file', ['json-deep', { most: deepest }])] };
  const value: unknown = attempt(() => JSON.parse(text));
  if (value === undefined) return { checks: [fails('json', 'file', ['json-not'])] };
  const canonical = attempt(() => toCanonicalJson(value));
  if (canonical === undefined) return { checks: [fails('canonical', 'file', ['canonical-cannot'])] };
  return {
    value,
    checks: [holds('json', 'file', ['json-ok']), compare(text, canonical)],
  };
};

const refuse = (place: Place, saying: Saying): FileContent => ({ checks: [fails('json', place, saying)] });

/** Puts the check of the page before the checks of its document. */
const readPage = (text: string): FileContent => {
  const document = findEmbedded(text);
  if (document === undefined) return refuse('file', ['page-broken']);
  const { checks, ...content } = readBytes(document);
  return { ...content, checks: [holds('page', 'file', ['page-extracted']), ...checks] };
};

const readBytes = (bytes: Uint8Array): FileContent => {
  if (bytes.length > longestDocument) return refuse('file', ['json-large', { bytes: longestDocument }]);
  const text = attempt(() => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  if (text !== undefined) return readText(text);
  const lossy = new TextDecoder().decode(bytes);
  return refuse(findPlace(lossy, lossy.indexOf('\ufffd')), ['json-not-utf8']);
};

/** A page begins with `<`, possibly after a byte order mark and spaces. */
const beginsAsPage = (bytes: Uint8Array): boolean => isPage(new TextDecoder().decode(bytes.subarray(0, 1024)));

/**
 * Reads a file: JSON in UTF-8 that equals its own canonical serialisation (RFC 8785), or a page with such a document in it. Duplicate members,
 * spaces, other escapes and other forms of numbers all change the text, so they fail.
 */
export const readDocumentFile = (file: Uint8Array | string): FileContent => {
  if (file.length > longestFile) return refuse('file', ['json-large', { bytes: longestFile }]);
  if (typeof file === 'string' && !file.isWellFormed()) return refuse('file', ['json-surrogate']);
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file;
  return beginsAsPage(bytes) ? readPage(new TextDecoder().decode(bytes)) : readBytes(bytes);
};
