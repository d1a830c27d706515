import { findEmbedded, isPage } from '../embedded-document.ts';
import type { PublishedKeys } from '../published-keys.ts';
import { readPublishedKeys } from '../published-keys.ts';

/** What a file of the reader is. */
export type Dropped =
  | { readonly is: 'document'; readonly name: string; readonly bytes: Uint8Array; readonly fromPage: boolean }
  | { readonly is: 'keys'; readonly keys: PublishedKeys }
  | { readonly is: 'nothing'; readonly says: string };

/** No document and no key file is longer, even in a page; more would only fill the memory. */
const longestFile = 32 * 1024 * 1024;

/** What a file begins with is enough to tell what it is. */
const sampleBytes = 4_096;

const looksLikeKeys = (start: string): boolean =>
  /^\s*-----BEGIN /.test(start) || /^\s*\{\s*"(?:keys|kty|crv|kid|alg|use|x|y)"/.test(start);

const asKeys = async (name: string, text: string): Promise<Dropped> => {
  const read = await readPublishedKeys(text, name);
  return 'keys' in read ? { is: 'keys', keys: read.keys } : { is: 'nothing', says: read.fault };
};

/** A page without a document stays as it is: that it has none is said when it is verified. */
const asDocument = (name: string, bytes: Uint8Array, start: string): Dropped => {
  const found = isPage(start) ? findEmbedded(new TextDecoder().decode(bytes)) : undefined;
  return { is: 'document', name, bytes: found ?? bytes, fromPage: found !== undefined };
};

/**
 * Reads what the reader gave.
 *
 * @param expected `keys` where it was chosen as a key file; otherwise what it begins with decides
 * @throws DOMException when the browser cannot read it
 */
export const readDropped = async (file: File, expected?: 'keys'): Promise<Dropped> => {
  const { name } = file;
  if (file.size > longestFile) return { is: 'nothing', says: `${name} is too long for a document or a key file.` };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const start = new TextDecoder().decode(bytes.subarray(0, sampleBytes));
  return expected === 'keys' || looksLikeKeys(start)
    ? asKeys(name, new TextDecoder().decode(bytes))
    : asDocument(name, bytes, start);
};
