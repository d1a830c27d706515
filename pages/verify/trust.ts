import type { PublishedKeys } from '../../verifier/keys.ts';
import type { Verification } from '../../verifier/verification.ts';
import type { Reader } from '../../verifier/verify.ts';
import { verifyDocument } from '../../verifier/verify.ts';

/** How the reader knows the signer: by keys of their own, by those that the register publishes beside the page, or by a thumbprint. */
export type Trust =
  | { readonly by: 'keys' | 'register'; readonly keys: PublishedKeys }
  | { readonly by: 'thumbprint'; readonly thumbprint: string };

/**
 * Reads the thumbprint of a key (RFC 7638, SHA-256), typed in base64url or in hexadecimal digits with spaces, as in a letter.
 *
 * @returns it in base64url; undefined if it is not a thumbprint
 */
export const readThumbprint = (typed: string): string | undefined => {
  const text = typed.replaceAll(/[\s:]/g, '');
  if (/^[A-Za-z0-9_-]{43}$/.test(text)) return text;
  if (!/^[0-9a-f]{64}$/i.test(text)) return undefined;
  const bytes = text.replaceAll(/../g, (digits) => String.fromCharCode(Number.parseInt(digits, 16)));
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replace('=', '');
};

/** The reader's other inputs. */
type Rest = Omit<Reader, 'keys'>;

/** Trusts the document's own key if it has this thumbprint. A document is refused if its header does not have the thumbprint of its key. */
const verifyByThumbprint = async (
  document: Uint8Array,
  { thumbprint, source }: { readonly thumbprint: string; readonly source: string },
  rest: Rest,
): Promise<Verification> => {
  const unknown = await verifyDocument(document, { keys: { keys: [], source }, ...rest });
  const { signer, verdict } = unknown;
  if (signer?.kid !== thumbprint || verdict === 'refused') return unknown;
  const key = { kid: signer.kid, jwk: signer.jwk, usedFrom: null };
  return verifyDocument(document, { keys: { keys: [key], source }, ...rest });
};

/**
 * Verifies a document with what the reader trusts. Without trust no document is valid.
 *
 * @param source where a key comes from that the reader gave by its thumbprint, in English, since the lines of checks name it
 */
export const verifyWith = (
  document: Uint8Array,
  trust: Trust | undefined,
  source: string,
  rest: Rest,
): Promise<Verification> =>
  trust?.by === 'thumbprint'
    ? verifyByThumbprint(document, { thumbprint: trust.thumbprint, source }, rest)
    : verifyDocument(document, { keys: trust?.keys, ...rest });
