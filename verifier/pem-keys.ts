import { base64url } from 'jose';
import type { DocumentJwk } from '../shared/evidence/document.ts';
import { fromBase64, toHex } from '../shared/log/signed-note.ts';
import { KeyFault } from './key-fault.ts';

const block = /-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/= \t\r\n]*)-----END PUBLIC KEY-----/g;

/** In DER a public key on P-256 is this, 32 bytes of x, and 32 of y (RFC 5480): its point, uncompressed. */
const beginning = '3059301306072a8648ce3d020106082a8648ce3d03010703420004';
const [xAt, yAt, end] = [27, 59, 91];

const readBlock = (content: string): DocumentJwk => {
  const der = fromBase64(content.replaceAll(/[ \t\r\n]/g, ''));
  if (der === undefined) throw new KeyFault('has a damaged key: between its two lines there is more than base64.');
  if (der.length !== end || toHex(der.subarray(0, xAt)) !== beginning)
    throw new KeyFault(
      'has a public key that is not on P-256, the only curve for signing documents, or not in the form that openssl writes.',
    );
  const [x, y] = [base64url.encode(der.subarray(xAt, yAt)), base64url.encode(der.subarray(yAt))];
  return { crv: 'P-256', kty: 'EC', x, y };
};

/** The public keys in a PEM text, which may have nothing but white space around them. @throws KeyFault */
export const readPemKeys = (text: string): readonly DocumentJwk[] => {
  if (text.includes('PRIVATE KEY-----'))
    throw new KeyFault('has a private key. Give the public one, and keep the private one to yourself.');
  if (!text.includes('-----BEGIN PUBLIC KEY-----'))
    throw new KeyFault(
      'has no public key: in PEM it begins with "-----BEGIN PUBLIC KEY-----". A certificate is not accepted.',
    );
  const keys = [...text.matchAll(block)].map(([, content = '']) => content);
  if (/[^ \t\r\n]/.test(text.replaceAll(block, '')))
    throw new KeyFault(
      'has more than public keys: in PEM nothing but white space may stand around them, and nothing but base64 in them.',
    );
  return keys.map(readBlock);
};
