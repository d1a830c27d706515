import { isLowS, toLowS } from './keys/ecdsa-signature.ts';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Buffer skips characters outside the alphabet and drops unused bits. So the decoded bytes are encoded again and
 * compared.
 */
const decode = (part: string): Buffer => {
  const bytes = Buffer.from(part, 'base64url');
  if (bytes.toString('base64url') !== part) throw new Error('The part is not canonical base64url.');
  return bytes;
};

/**
 * JSON.parse keeps the last of two members with one name, while other readers keep the first. It also loses spaces and
 * escapes.
 */
const parse = (part: string): unknown => {
  const text = decoder.decode(decode(part));
  const value: unknown = JSON.parse(text);
  if (JSON.stringify(value) !== text) throw new Error('The part is not JSON as JSON.stringify writes it.');
  return value;
};

/**
 * Header and payload of a canonical JWT: base64url, UTF-8 and JSON in their only form, and the one of its two valid
 * ES256 signatures with the smaller s.
 *
 * @throws Error when it is not canonical
 */
export const readCanonicalJwt = (token: string): { readonly header: unknown; readonly payload: unknown } => {
  const [header = '', payload = '', signature = '', ...more] = token.split('.');
  if (more.length > 0 || !isLowS(decode(signature))) throw new Error('The signature is not of ES256, or s is high.');
  return { header: parse(header), payload: parse(payload) };
};

/** The same JWT with the signature that has the smaller s. */
export const toCanonicalJwt = (token: string): string => {
  const start = token.lastIndexOf('.') + 1;
  const signature = toLowS(Buffer.from(token.slice(start), 'base64url'));
  return token.slice(0, start) + Buffer.from(signature).toString('base64url');
};
