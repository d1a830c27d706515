import type { Bytes } from './ber.ts';
import { tags } from './ber.ts';
import { encodeElement } from './ber-values.ts';

/** A request for a time stamp over the SHA-256 of some bytes. */
export interface StampRequest {
  readonly imprint: Uint8Array;
  /**
   * A random number that the answer repeats, which proves that the answer is not an older one. Its first octet is from
   * 1 to 127.
   */
  readonly nonce: Uint8Array;
}

const version1 = encodeElement(tags.integer, Uint8Array.of(1));
const sha256 = encodeElement(tags.oid, Uint8Array.of(0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01));
const withCertificates = encodeElement(tags.boolean, Uint8Array.of(0xff));

/** The nonce of a request: 64 random bits in the form of a DER integer. */
export const newNonce = (): Bytes => {
  const nonce = crypto.getRandomValues(new Uint8Array(9));
  nonce[0] = 1;
  return nonce;
};

/** A TimeStampReq that also asks for the authority's certificates (RFC 3161, section 2.4.1), as DER. */
export const encodeStampRequest = ({ imprint, nonce }: StampRequest): Bytes => {
  const algorithm = encodeElement(tags.sequence, sha256, Uint8Array.of(0x05, 0x00));
  const messageImprint = encodeElement(tags.sequence, algorithm, encodeElement(tags.octetString, imprint));
  return encodeElement(tags.sequence, version1, messageImprint, encodeElement(tags.integer, nonce), withCertificates);
};
