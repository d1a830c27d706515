/** ECDSA on P-256: r and s, 32 bytes each (RFC 7518, section 3.4). */
const signatureBytes = 64;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Buffer skips what is not of the alphabet and drops spare bits, so what it read is held against what it writes. */
const decode = (part: string): Buffer => {
  const bytes = Buffer.from(part, 'base64url');
  if (bytes.toString('base64url') !== part) throw new Error('The part is not canonical base64url.');
  return bytes;
};

/** Two members of one name, of which readers take different ones, are lost in JSON.parse; so are spaces and escapes. */
const parse = (part: string): unknown => {
  const text = decoder.decode(decode(part));
  const value: unknown = JSON.parse(text);
  if (JSON.stringify(value) !== text) throw new Error('The part is not JSON as JSON.stringify writes it.');
  return value;
};

/**
 * Header and payload of a JWT that can be written in one way only: canonical base64url, UTF-8 and JSON, and a signature
 * as long as one of ES256.
 *
 * @throws Error when it is not one
 */
export const readCanonicalJwt = (token: string): { readonly header: unknown; readonly payload: unknown } => {
  const [header = '', payload = '', signature = '', ...more] = token.split('.');
  if (more.length > 0 || decode(signature).length !== signatureBytes) throw new Error('The signature is not of ES256.');
  return { header: parse(header), payload: parse(payload) };
};
