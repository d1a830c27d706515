import type { PublishedKeys } from '../published-keys.ts';
import type { Verification } from '../verification.ts';
import type { Reader } from '../verify.ts';
import { verifyDocument } from '../verify.ts';

/** What the reader brings along to know the signer by. */
export type Trust =
  | { readonly by: 'keys'; readonly keys: PublishedKeys }
  | { readonly by: 'thumbprint'; readonly thumbprint: string };

/** Whence a key is known that a thumbprint names. */
const whence = 'the thumbprint that you gave';

/**
 * The thumbprint of a key (RFC 7638, SHA-256) in base64url, as it is typed: so, or as a letter has it, in hexadecimal digits with spaces.
 * Undefined for what is none.
 */
export const readThumbprint = (typed: string): string | undefined => {
  const text = typed.replaceAll(/[\s:]/g, '');
  if (/^[A-Za-z0-9_-]{43}$/.test(text)) return text;
  if (!/^[0-9a-f]{64}$/i.test(text)) return undefined;
  const bytes = text.replaceAll(/../g, (digits) => String.fromCharCode(Number.parseInt(digits, 16)));
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replace('=', '');
};

/** What the reader brings beside. */
type Rest = Omit<Reader, 'keys'>;

/** A thumbprint names the key of the document itself, once the document shows it: the header must have the thumbprint of its key. */
const verifyByThumbprint = async (document: Uint8Array, thumbprint: string, rest: Rest): Promise<Verification> => {
  const unknown = await verifyDocument(document, { keys: { keys: [], whence }, ...rest });
  const { signer, verdict } = unknown;
  if (signer?.kid !== thumbprint || verdict === 'refused') return unknown;
  const key = { kid: signer.kid, jwk: signer.jwk, usedFrom: null, usedUntil: null };
  return verifyDocument(document, { keys: { keys: [key], whence }, ...rest });
};

/** Verifies a document with what the reader trusts; without it no document is valid. */
export const verifyWith = (document: Uint8Array, trust: Trust | undefined, rest: Rest): Promise<Verification> =>
  trust?.by === 'thumbprint'
    ? verifyByThumbprint(document, trust.thumbprint, rest)
    : verifyDocument(document, { keys: trust?.keys, ...rest });
