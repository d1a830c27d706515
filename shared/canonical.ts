import canonicalize from 'canonicalize';

/**
 * The canonical JSON of a value (RFC 8785): the same text whatever the order of members.
 *
 * @throws Error when a text has a lone surrogate, which UTF-8 cannot encode
 */
export const toCanonicalJson = (value: unknown): string => {
  const text = canonicalize(value);
  if (text === undefined) throw new Error('The value is none that JSON can hold.');
  return text;
};
