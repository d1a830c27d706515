/**
 * Writes the thumbprint of a key for people to read out or compare: 64 hexadecimal digits in groups of four.
 *
 * @param kid the same 32 bytes in base64url, as in documents and key files (RFC 7638)
 */
export const spellThumbprint = (kid: string): string => {
  const bytes = atob(kid.replaceAll('-', '+').replaceAll('_', '/'));
  const digits = Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  return digits.replaceAll(/.{4}(?=.)/g, '$& ');
};
