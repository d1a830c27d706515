import { isLowS, toLowS } from '../keys/ecdsa-signature.ts';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Buffer skips what is not of the alphabet and drops spare bits, so what it read is held against what it writes. */
const decode = (part: string): Buffer => {
  const bytes = Buffer.from(part, 'base64url');
  if (bytes.toString('base64url') !== part) throw new Error('The part is not canonical base64url.');
  return bytes;
};

/** JSON.parse loses the first of two members of one name, where other readers take the first; and it loses spaces and escapes. */
const parse = (part: string): unknown => {
  const text = decoder.decode(decode(part));
  const value: unknown = JSON.parse(text);
  if (JSON.stringify(value) !== text) throw new Error('The part is not JSON as JSON.stringify writes it.');
  return value;
};

/**
 * Header and payload of a JWT that can be written in one way only: canonical base64url, UTF-8 and JSON, and of the two
 * signatures of ES256 that fit the one with the smaller s.
 *
 * @throws Error when it is not one
 */
export const readCanonicalJwt = (token: string): { readonly header: unknown; readonly payload: unknown } => {
  const [header = '', payload = '', signature = '', ...more] = token.split('.');
  if (more.length > 0 || !isLowS(decode(signature))) throw new Error('The signature is not of ES256, or s is high.');
  return { header: parse(header), payload: parse(payload) };
};

/** The same JWT with that one of the two signatures. */
export const toCanonicalJwt = (token: string): string => {
  const start = token.lastIndexOf('.') + 1;
  const signature = toLowS(Buffer.from(token.slice(start), 'base64url'));
  return token.slice(0, start) + Buffer.from(signature).toString('base64url');
};
