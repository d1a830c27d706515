import type { CryptoKey } from 'jose';
import { base64url, calculateJwkThumbprint, flattenedVerify, importJWK } from 'jose';
import * as v from 'valibot';
import { DocumentHeader, EvidenceDocument } from '../shared/evidence/schema.ts';
import { toCanonicalJson } from '../shared/runtime/canonical.ts';
import { attempt } from '../shared/runtime/values.ts';
import type { Frame } from './document.ts';
import type { Check } from './verification.ts';
import { fail, pass } from './verification.ts';

/** The signer that a document names. */
interface Header {
  readonly header: DocumentHeader;
  readonly key: CryptoKey;
}

/** Checks who signed a document: its header, and that this key made the signature. */
export const checkSeal = async (
  document: Frame,
): Promise<{ readonly checks: readonly Check[]; readonly header: DocumentHeader | undefined }> => {
  const read = await readHeader(document.protected);
  const isSigned = read !== undefined && (await isSignedBy(read, document));
  return {
    checks: [
      read === undefined ? fail('header', ['header-other']) : pass('header', ['header-ok']),
      isSigned ? pass('signature', ['signature-ok']) : fail('signature', ['signature-other']),
    ],
    header: read?.header,
  };
};

/** The header, if it is well formed. Whether it is in its only allowed form shows when it is encoded again. */
const parseHeader = (encoded: unknown): DocumentHeader | undefined =>
  attempt(() => {
    const bytes = base64url.decode(v.parse(v.string(), encoded));
    return v.parse(DocumentHeader, JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  });

const encodeHeader = (header: DocumentHeader): string => base64url.encode(toCanonicalJson(header));

/** The key that checks signatures; undefined if its point is not on the curve. */
const importKey = async ({ jwk }: DocumentHeader): Promise<CryptoKey | undefined> => {
  try {
    const key = await importJWK({ ...jwk }, 'ES256');
    return key instanceof Uint8Array ? undefined : key;
  } catch {
    return undefined;
  }
};

/** Undefined unless its members, its form, its key and the thumbprint are right. */
const readHeader = async (encoded: unknown): Promise<Header | undefined> => {
  const header = parseHeader(encoded);
  if (header === undefined || encodeHeader(header) !== encoded) return undefined;
  if ((await calculateJwkThumbprint(header.jwk, 'sha256')) !== header.kid) return undefined;
  const key = await importKey(header);
  return key && { header, key };
};

const isSignedBy = async ({ header, key }: Header, { signature, statement }: Frame): Promise<boolean> => {
  if (!v.is(EvidenceDocument.entries.signature, signature)) return false;
  const payload = base64url.encode(toCanonicalJson(statement));
  try {
    await flattenedVerify({ protected: encodeHeader(header), payload, signature }, key, { algorithms: ['ES256'] });
    return true;
  } catch {
    return false;
  }
};
