import { base64url } from 'jose';
import { attempt } from '../shared/runtime/values.ts';

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
