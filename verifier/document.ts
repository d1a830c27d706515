import { base64url } from 'jose';
import * as v from 'valibot';
import { limits } from '../shared/api/limits.ts';
import { factsFormat } from '../shared/evidence/facts-format.ts';
import { Facts } from '../shared/evidence/schema.ts';
import { toCanonicalJson } from '../shared/runtime/canonical.ts';
import { attempt } from '../shared/runtime/values.ts';
import { scanJson } from '../shared/schema/json-scan.ts';
import { isMap } from '../shared/schema/scalar.ts';
import { escapeInvisible } from '../shared/schema/visible-text.ts';
import type { Check, Message } from './verification.ts';
import { fail, pass } from './verification.ts';

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

const refuseFile = (saying: Message): FileContent => ({ checks: [fail('json', saying)] });

const tooLarge = refuseFile(['json-large', { bytes: longestDocument, depth: deepest }]);

/** Whether objects and lists are nested more deeply than in any document. */
const isDeep = (json: string): boolean => scanJson(json, (_start, _end, depth) => depth > deepest);

/** The first character that differs, from 1. It may be invisible to a reader. */
const firstDifference = (one: string, other: string): number => {
  const shorter = Math.min(one.length, other.length);
  for (let i = 0; i < shorter; i += 1) if (one[i] !== other[i]) return i + 1;
  return shorter + 1;
};

const compareCanonical = (text: string, canonical: string): Check =>
  canonical === text
    ? pass('canonical', ['canonical-ok'])
    : fail('canonical', ['canonical-differs', { at: firstDifference(text, canonical) }]);

const readBytes = (bytes: Uint8Array, ok: Message): FileContent => {
  if (bytes.length > longestDocument) return tooLarge;
  const text = attempt(() => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  if (text !== undefined && isDeep(text)) return tooLarge;
  const value: unknown = attempt(() => JSON.parse(text ?? ''));
  if (text === undefined || value === undefined) return refuseFile(['json-not']);
  const json = pass('json', ok);
  const canonical = attempt(() => toCanonicalJson(value));
  if (canonical === undefined) return { checks: [json, fail('canonical', ['canonical-none'])] };
  return { value, checks: [json, compareCanonical(text, canonical)] };
};

/** A page begins with `<`, possibly after a byte order mark and spaces. */
export const beginsAsPage = (bytes: Uint8Array): boolean => isPage(new TextDecoder().decode(bytes.subarray(0, 1024)));

/**
 * Reads a file: JSON in UTF-8 that equals its own canonical serialisation (RFC 8785), or a page with such a document in it. Duplicate members,
 * spaces, other escapes and other forms of numbers all change the text, so they fail.
 */
export const readDocumentFile = (file: Uint8Array | string): FileContent => {
  if (file.length > longestFile) return tooLarge;
  if (typeof file === 'string' && !file.isWellFormed()) return refuseFile(['json-not']);
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file;
  if (!beginsAsPage(bytes)) return readBytes(bytes, ['json-ok']);
  const document = findEmbedded(new TextDecoder().decode(bytes));
  return document === undefined ? refuseFile(['json-not']) : readBytes(document, ['page-ok']);
};

/** The element with the document of a page. A browser does not run its content. */
const opening = '<script type="application/octet-stream" id="evidence-document">';
const closing = '</script>';

/** The empty element for the document. */
export const placeForDocument = `${opening}${closing}`;

/**
 * Puts a document into a page that has the element for it. The bytes are in base64url, so they cannot contain markup.
 *
 * @throws Error if the page does not have exactly one such element
 */
export const putDocument = (page: string, document: string | Uint8Array): string => {
  const [before, after, ...more] = page.split(placeForDocument);
  if (before === undefined || after === undefined || more.length > 0) throw new Error('This page takes no document.');
  return `${before}${opening}${base64url.encode(document)}${closing}${after}`;
};

/** Whether a file is a page: no document begins like this. */
export const isPage = (text: string): boolean => /^\uFEFF?[ \t\r\n]*</.test(text);

/** The bytes of the document in a page. Undefined unless there is exactly one: with two, a page could show one and have the other verified. */
export const findEmbedded = (page: string): Uint8Array | undefined => {
  const start = page.indexOf(opening);
  if (start === -1 || page.indexOf(opening, start + 1) !== -1) return undefined;
  const from = start + opening.length;
  const encoded = page.slice(from, Math.max(from, page.indexOf(closing, from)));
  const bytes = attempt(() => base64url.decode(encoded));
  return bytes && base64url.encode(bytes) === encoded ? bytes : undefined;
};

/** A value that may be a document. */
export type Frame = Readonly<Record<string, unknown>> & { readonly statement: Readonly<Record<string, unknown>> };

export const hasFrame = (value: unknown): value is Frame => isMap(value) && isMap(value.statement);

const needed = ['protected', 'signature', 'statement'];

/** Not signed, so it may be added and removed. */
const optional = 'log';

/** The path of a member of a value that is missing from the schema's copy of it, or that is an object there and a list in the value. */
const findUnread = (given: unknown, read: unknown, path: readonly string[] = []): readonly string[] | undefined => {
  if (Array.isArray(given) !== Array.isArray(read)) return path;
  if (!Array.isArray(given) && !isMap(given)) return undefined;
  for (const [name, member] of Object.entries(given)) {
    const to = [...path, name];
    if (!Object.hasOwn(Object(read), name)) return to;
    const unread = findUnread(member, Object(read)[name], to);
    if (unread !== undefined) return unread;
  }
  return undefined;
};

/** What was read of a value, or the path of the first wrong member. */
type Read<Output> = { readonly read: Output } | { readonly wrong: readonly string[] };

/**
 * Reads a value by a schema. The schema ignores members named like inherited ones, such as `constructor`, and accepts a list as an object. So the
 * copy that it made must equal the value. Only the first fault is looked for: a file may have millions, more than memory holds.
 */
export const readStrictly = <Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): Read<v.InferOutput<Schema>> => {
  const result = v.safeParse(schema, value, { abortEarly: true });
  if (!result.success) return { wrong: (result.issues[0].path ?? []).map(({ key }) => String(key)) };
  const unread = findUnread(value, result.output);
  return unread === undefined ? { read: result.output } : { wrong: unread };
};

const longestName = 100;

/** Text of the file, with harmless characters and shortened. */
const show = (text: string): string => {
  const harmless = escapeInvisible(text.slice(0, longestName));
  return text.length > longestName ? `${harmless}…` : harmless;
};

const refuseForm = (saying: Message): Check => fail('document', saying);

const refuseMember = (path: readonly string[]): Check =>
  refuseForm(['document-member', { member: path.length === 0 ? null : show(path.join('.')) }]);

/** The member beside the statement that is missing or unknown. */
const findWrongMember = (document: Frame): string | undefined =>
  needed.find((name) => !Object.hasOwn(document, name)) ??
  Object.keys(document).find((name) => name !== optional && !needed.includes(name));

/** The format that the statement names, if it is a different one. */
const otherFormat = ({ format }: Frame['statement']): string | undefined =>
  typeof format === 'string' && format !== factsFormat ? format : undefined;

/** Reads what a document says, if its members are exactly those of the format. */
export const readFacts = (document: Frame): { readonly facts?: Facts; readonly check: Check } => {
  const wrong = findWrongMember(document);
  const format = otherFormat(document.statement);
  if (format !== undefined)
    return { check: refuseForm(['document-newer', { given: show(format), format: factsFormat }]) };
  const result = readStrictly(Facts, document.statement);
  if ('wrong' in result) return { check: refuseMember(result.wrong) };
  return {
    facts: result.read,
    check: wrong === undefined ? pass('document', ['document-ok']) : refuseMember([wrong]),
  };
};
