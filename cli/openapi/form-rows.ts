/** A field of a form in the renderer's editor. */
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
 * The fields of a form for the members of an object: nested in bracket notation, with numbered array items, and an
 * empty field for an object without members. No name occurs twice, because the code lines that the renderer writes for
 * some clients would send only the last one.
 */
export const toRows = (value: unknown): readonly Row[] =>
  Object.entries(value ?? {}).flatMap(([name, inner]) => flatten(name, inner));
