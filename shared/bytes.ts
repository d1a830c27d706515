/** Bytes in the type of WebCrypto. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** This file runs in browsers too, where there is no Buffer. */
export const joinBytes = (parts: readonly Uint8Array[]): Bytes => {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
};

/** Not in constant time: for hashes and names that everybody may see, not for secrets. */
export const isSameBytes = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, i) => byte === other[i]);
