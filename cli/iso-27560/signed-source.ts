import type { Node } from './linked-data.ts';
import { sha256, toChecksum } from './linked-data.ts';

/** A signed document of the same statement (docs/evidence.md). */
export interface SignedSource {
  /** The exact document. */
  readonly document: string;
  /** RFC 7638 thumbprint of the signing key. */
  readonly kid: string;
}

/** The document as a record refers to it: by its SHA-256 (RFC 6920), with its signing key (RFC 9278). */
export const toSource = ({ document, kid }: SignedSource): Node => {
  const hash = sha256(document);
  return {
    '@id': `ni:///sha-256;${hash.toString('base64url')}`,
    'dct:description': 'Signed document of this consent: its file has this SHA-256.',
    'spdx:checksum': toChecksum(hash.toString('hex')),
    'sec:verificationMethod': `urn:ietf:params:oauth:jwk-thumbprint:sha-256:${kid}`,
  };
};
