import canonicalize from 'canonicalize';

/**
 * The canonical JSON of a value (RFC 8785): one text for one value, whatever the order of its members.
 *
 * @throws Error when a text in it has a lone surrogate, which UTF-8 cannot hold
 */
export const toCanonicalJson = (value: unknown): string => {
  const text = canonicalize(value);
  if (text === undefined) throw new Error('The value is none that JSON can hold.');
  return text;
};
