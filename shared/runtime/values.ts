/** What a function returns, or undefined if it throws. */
export const attempt = <Value>(make: () => Value): Value | undefined => {
  try {
    return make();
  } catch {
    return undefined;
  }
};

/** Makes something of an object once, however often it is asked for. The object must not change. */
export const memoize = <Source extends object, Made>(make: (source: Source) => Made): ((source: Source) => Made) => {
  const known = new WeakMap<Source, Made>();
  return (source) => {
    const made = known.get(source) ?? make(source);
    known.set(source, made);
    return made;
  };
};

/** Cuts a list into lists of `length` items. The last may be shorter. */
export const toChunks = <Item>(items: readonly Item[], length: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / length) }, (_, i) => items.slice(i * length, (i + 1) * length));

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
