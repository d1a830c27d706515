/**
 * The thumbprint of a key as people read it out, write it into a letter and compare it: 64 hexadecimal digits in groups of four.
 *
 * @param kid the same 32 bytes in base64url, as documents and lists of keys have them (RFC 7638)
 */
export const spellThumbprint = (kid: string): string => {
  const bytes = atob(kid.replaceAll('-', '+').replaceAll('_', '/'));
  const digits = Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  return digits.replaceAll(/.{4}(?=.)/g, '$& ');
};
