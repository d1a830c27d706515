import { base64url } from 'jose';

/** A page says with this element what document is in it; a browser runs nothing of it. */
const opening = '<script type="application/octet-stream" id="evidence-document">';
const closing = '</script>';

/** The element in which a page has a document, before it has one. */
export const placeForDocument = `${opening}${closing}`;

/**
 * Puts a document into the page that has a place for it: its bytes in base64url, so that no markup can be in it.
 *
 * @throws Error where the page has no place for it, or more than one
 */
export const putDocument = (page: string, document: string | Uint8Array): string => {
  const [before, after, ...more] = page.split(placeForDocument);
  if (before === undefined || after === undefined || more.length > 0) throw new Error('This page takes no document.');
  return `${before}${opening}${base64url.encode(document)}${closing}${after}`;
};

/** Whether a file is a page: no document begins so. */
export const isPage = (text: string): boolean => text.trimStart().startsWith('<');

/**
 * The bytes of the document in a page; undefined where there is none, or more than one, of which a page might show one and have another
 * verified.
 */
export const findEmbedded = (page: string): Uint8Array | undefined => {
  const start = page.indexOf(opening);
  if (start === -1 || page.indexOf(opening, start + 1) !== -1) return undefined;
  const from = start + opening.length;
  const encoded = page.slice(from, Math.max(from, page.indexOf(closing, from)));
  try {
    const bytes = base64url.decode(encoded);
    return base64url.encode(bytes) === encoded ? bytes : undefined;
  } catch {
    return undefined;
  }
};
