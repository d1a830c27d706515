import { longestFile } from '../document-file.ts';
import { findEmbedded, isPage } from '../embedded-document.ts';
import type { KeptCheckpoint } from '../log/kept-checkpoint.ts';
import { readKeptCheckpoint } from '../log/kept-checkpoint.ts';
import type { Policy } from '../log/policy.ts';
import { readPolicy } from '../log/policy.ts';
import type { Authority } from '../log/stamps.ts';
import { hasCertificate } from '../log/stamps.ts';
import type { PublishedKeys } from '../published-keys.ts';
import { readPublishedKeys } from '../published-keys.ts';

/** A file from the reader, by kind. */
export type Dropped =
  | { readonly is: 'document'; readonly name: string; readonly bytes: Uint8Array; readonly fromPage: boolean }
  | { readonly is: 'keys'; readonly keys: PublishedKeys }
  | { readonly is: 'checkpoint'; readonly checkpoint: KeptCheckpoint }
  | { readonly is: 'authority'; readonly authority: Authority }
  | { readonly is: 'policy'; readonly policy: Policy }
  | { readonly is: 'nothing'; readonly says: string };

/** The field in which the reader chose the file. */
export type Expected = 'keys' | 'document' | 'witness';

/** The first bytes are enough to recognise a file. */
const sampleBytes = 4_096;

const looksLikeKeys = (start: string): boolean =>
  /^\s*-----BEGIN /.test(start) || /^\s*\{\s*"(?:keys|kty|crv|kid|alg|use|x|y)"/.test(start);

/** Whether a file has a line of a policy, outside of documents and pages, in which others decide what stands. */
const looksLikePolicy = (text: string): boolean =>
  !/^\s*[{<]/.test(text) && /^[ \t]*(?:log|witness|group|quorum)[ \t]/m.test(text);

const asPolicy = (name: string, bytes: Uint8Array): Dropped => {
  const read = readPolicy(bytes, name);
  return 'policy' in read ? { is: 'policy', policy: read.policy } : { is: 'nothing', says: read.fault };
};

/** What the reader has for the log: a certificate, a policy, otherwise a checkpoint. */
const asWitness = (name: string, text: string, bytes: Uint8Array): Dropped => {
  if (hasCertificate(text)) return { is: 'authority', authority: { whence: name, pem: text } };
  if (looksLikePolicy(text)) return asPolicy(name, bytes);
  const read = readKeptCheckpoint(text, name);
  return 'kept' in read ? { is: 'checkpoint', checkpoint: read.kept } : { is: 'nothing', says: read.fault };
};

/** Whether a dropped file is for the log: no document and no key file looks like one. */
const looksLikeWitness = (name: string, text: string): boolean =>
  hasCertificate(text) || looksLikePolicy(text) || 'kept' in readKeptCheckpoint(text, name);

const asKeys = async (name: string, text: string): Promise<Dropped> => {
  const read = await readPublishedKeys(text, name);
  return 'keys' in read ? { is: 'keys', keys: read.keys } : { is: 'nothing', says: read.fault };
};

/** A page without a document stays unchanged: the verification reports what is missing. */
const asDocument = (name: string, bytes: Uint8Array, start: string): Dropped => {
  const found = isPage(start) ? findEmbedded(new TextDecoder().decode(bytes)) : undefined;
  return { is: 'document', name, bytes: found ?? bytes, fromPage: found !== undefined };
};

/**
 * Reads a file from the reader.
 *
 * @param expected the field in which it was chosen; a dropped file is recognised by its first bytes
 * @throws DOMException if the browser cannot read it
 */
export const readDropped = async (file: File, expected?: Expected): Promise<Dropped> => {
  const { name } = file;
  if (file.size > longestFile)
    return { is: 'nothing', says: `${name} is too long for a document or a key file. It was not verified.` };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const start = new TextDecoder().decode(bytes.subarray(0, sampleBytes));
  if (expected === 'witness' || (expected === undefined && looksLikeWitness(name, start)))
    return asWitness(name, new TextDecoder().decode(bytes), bytes);
  const isKeys = looksLikeKeys(start);
  if (isKeys && expected === 'document')
    return {
      is: 'nothing',
      says: `${name} is a key file, not a document. Choose it as the key only if you trust its source.`,
    };
  return expected === 'keys' || isKeys ? asKeys(name, new TextDecoder().decode(bytes)) : asDocument(name, bytes, start);
};
