/** A field of a form as the renderer edits it. */
interface Row {
  readonly name: string;
  readonly value: string;
  readonly isDisabled: false;
}

const flatten = (name: string, value: unknown): readonly Row[] => {
  if (typeof value !== 'object' || value === null) return [{ name, value: String(value), isDisabled: false }];
  const members = Object.entries(value);
  if (members.length === 0) return [{ name, value: '', isDisabled: false }];
  return members.flatMap(([member, inner]) => flatten(`${name}[${member}]`, inner));
};

/**
 * The fields of a form that mean the same as the members of an object: nested in bracket notation, the items of arrays
 * numbered, an object without members empty. No name comes twice: the lines of code that the renderer writes for some
 * clients would send the last of them alone.
 */
export const toRows = (value: unknown): readonly Row[] =>
  Object.entries(value ?? {}).flatMap(([name, inner]) => flatten(name, inner));
