import { isMap } from '../../shared/schema/scalar.ts';
import { beginsAsPage, findEmbedded, isPage, longestFile } from '../../verifier/document.ts';
import type { KeyFileFault, PublishedKeys } from '../../verifier/keys.ts';
import { readPublishedKeys } from '../../verifier/keys.ts';
import type { KeptCheckpoint } from '../../verifier/log/checkpoints.ts';
import { readKeptCheckpoint } from '../../verifier/log/checkpoints.ts';

/** A file that was not used, and why. */
export type FileRemark = 'unreadable' | 'tooLong' | 'keysAsDocument' | 'documentForLog' | 'spareDocument' | 'spareKeys';

/** A file from the reader, by kind. */
export type Dropped =
  | { readonly is: 'document'; readonly name: string; readonly bytes: Uint8Array; readonly fromPage: boolean }
  | { readonly is: 'keys'; readonly keys: PublishedKeys }
  | { readonly is: 'checkpoint'; readonly checkpoint: KeptCheckpoint }
  | { readonly is: 'nothing'; readonly why: Unused };

/** Why a file was not used: a remark or a fault of a key file in all languages, or a sentence of the verifier in English. */
export type Unused =
  | { readonly remark: FileRemark; readonly name: string }
  | { readonly keyFault: KeyFileFault }
  | { readonly english: string };

const unused = (remark: FileRemark, name: string): Dropped => ({ is: 'nothing', why: { remark, name } });

const refused = (english: string): Dropped => ({ is: 'nothing', why: { english } });

/** The field in which the reader chose the file. */
export type Expected = 'keys' | 'document' | 'checkpoint';

/** Longer than any file but a document. */
const longestOther = 1024 * 1024;

const looksLikeKeys = (text: string): boolean =>
  /^\s*\{\s*"(?:keys|logKeys|kty|crv|kid|alg|use|usedFrom|x|y)"/.test(text);

/** Whether a text is a page or a document. Others decide what stands in these, so nothing else is taken out of them. */
const isDocument = (text: string): boolean => {
  try {
    const value: unknown = JSON.parse(text);
    return isMap(value) && 'statement' in value;
  } catch {
    return isPage(text);
  }
};

/** Whether a text has a signature line after an empty one. */
const looksLikeNote = (text: string): boolean => /\n\r?\n\u2014 /.test(text);

const asCheckpoint = (name: string, text: string): Dropped => {
  if (isDocument(text)) return unused('documentForLog', name);
  const read = readKeptCheckpoint(text, name);
  return 'kept' in read ? { is: 'checkpoint', checkpoint: read.kept } : refused(read.fault);
};

/** Whether a dropped file is a checkpoint, or was meant to be. */
const looksLikeCheckpoint = (name: string, text: string): boolean =>
  !isDocument(text) && (looksLikeNote(text) || 'kept' in readKeptCheckpoint(text, name));

const asKeys = async (name: string, text: string): Promise<Dropped> => {
  const read = await readPublishedKeys(text, name);
  return 'keys' in read ? { is: 'keys', keys: read.keys } : { is: 'nothing', why: { keyFault: read.fault } };
};

/** A page without a document stays unchanged: the verification reports what is missing. */
const asDocument = (name: string, bytes: Uint8Array, text: string): Dropped => {
  const found = beginsAsPage(bytes) ? findEmbedded(text) : undefined;
  return { is: 'document', name, bytes: found ?? bytes, fromPage: found !== undefined };
};

/**
 * Reads a file from the reader.
 *
 * @param expected the field in which it was chosen; a dropped file is recognised by its form
 * @throws DOMException if the browser cannot read it
 */
export const readDropped = async (file: File, expected?: Expected): Promise<Dropped> => {
  const { name } = file;
  if (file.size > longestFile) return unused('tooLong', name);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  const isShort = bytes.length <= longestOther;
  if (expected === 'checkpoint' || (expected === undefined && isShort && looksLikeCheckpoint(name, text)))
    return asCheckpoint(name, text);
  const isKeys = looksLikeKeys(text);
  if (isKeys && expected === 'document') return unused('keysAsDocument', name);
  return expected === 'keys' || isKeys ? asKeys(name, text) : asDocument(name, bytes, text);
};
