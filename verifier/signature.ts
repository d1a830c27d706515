import type { CryptoKey } from 'jose';
import { base64url, calculateJwkThumbprint, flattenedVerify, importJWK } from 'jose';
import * as v from 'valibot';
import { toCanonicalJson } from '../shared/canonical.ts';
import { DocumentHeader, EvidenceDocument } from '../shared/evidence/document.ts';
import { isLowS } from '../shared/identity/keys/ecdsa-signature.ts';
import type { Check } from './verification.ts';
import { fails, holds } from './verification.ts';

const decode = (text: string): Uint8Array | undefined => {
  try {
    return base64url.decode(text);
  } catch {
    return undefined;
  }
};

/** The header, if it is well formed. Whether it is in its only allowed form shows when it is encoded again. */
const parseHeader = (encoded: unknown): DocumentHeader | undefined => {
  const bytes = typeof encoded === 'string' ? decode(encoded) : undefined;
  try {
    return bytes && v.parse(DocumentHeader, JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  } catch {
    return undefined;
  }
};

const encodeHeader = (header: DocumentHeader): string => base64url.encode(toCanonicalJson(header));

/** The signer that a document names. */
export interface Header {
  readonly header: DocumentHeader;
  readonly key: CryptoKey;
}

/** The header if all of it holds, and the check. */
interface HeaderRead {
  readonly read?: Header;
  readonly check: Check;
}

const refuse = (says: string): HeaderRead => ({ check: fails('header', 'header', says) });

/** The key that checks signatures; undefined if its point is not on the curve. */
const importKey = async ({ jwk }: DocumentHeader): Promise<CryptoKey | undefined> => {
  try {
    const key = await importJWK({ ...jwk }, 'ES256');
    return key instanceof Uint8Array ? undefined : key;
  } catch {
    return undefined;
  }
};

/** Reads the protected header and checks its members, its form, its key and the thumbprint. */
export const readHeader = async (encoded: unknown): Promise<HeaderRead> => {
  const header = parseHeader(encoded);
  if (header === undefined)
    return refuse('The protected header is not valid for a document: it is damaged, or names another way of signing.');
  if (encodeHeader(header) !== encoded)
    return refuse('The protected header is not written in the only form that is allowed.');
  if ((await calculateJwkThumbprint(header.jwk, 'sha256')) !== header.kid)
    return refuse('The protected header names another key than it contains: "kid" is not the thumbprint of "jwk".');
  const key = await importKey(header);
  if (key === undefined) return refuse('The protected header has no usable key: it is not a point of the curve P-256.');
  const check = holds('header', 'header', 'The protected header is valid and names the key that it contains.');
  return { read: { header, key }, check };
};

const isSignedBy = async ({ header, key }: Header, signature: string, statement: unknown): Promise<boolean> => {
  const payload = base64url.encode(toCanonicalJson(statement));
  try {
    await flattenedVerify({ protected: encodeHeader(header), payload, signature }, key, { algorithms: ['ES256'] });
    return true;
  } catch {
    return false;
  }
};

const refuseSignature = (says: string): Check => fails('signature', 'signature', says);

/** Checks the form of the signature, and that the key made it for this header and this statement. */
export const checkSignature = async (
  header: Header | undefined,
  signature: unknown,
  statement: unknown,
): Promise<Check> => {
  if (!v.is(EvidenceDocument.entries.signature, signature))
    return refuseSignature('The signature is not 64 bytes in base64url without spare bits.');
  if (!isLowS(base64url.decode(signature)))
    return refuseSignature('The signature is not in the only form that is allowed: its second number is too high.');
  if (header === undefined)
    return refuseSignature('The signature cannot be checked, because the protected header is not valid.');
  return (await isSignedBy(header, signature, statement))
    ? holds('signature', 'signature', 'The key in the header made this signature, for exactly this statement.')
    : refuseSignature('The key in the header did not make this signature for this statement.');
};
