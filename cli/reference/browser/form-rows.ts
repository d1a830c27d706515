/** A field of a form as the renderer edits it. */
interface Row {
  readonly name: string;
  readonly value: string;
  readonly isDisabled: false;
}

interface Media {
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface Operation {
  readonly requestBody: { readonly content: Readonly<Record<string, Media>> };
}

/** What there is to know of the document here. */
export interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const flatten = (name: string, value: unknown): readonly Row[] => {
  if (Array.isArray(value)) return value.flatMap((item) => flatten(name, item));
  if (typeof value !== 'object' || value === null) return [{ name, value: String(value), isDisabled: false }];
  const members = Object.entries(value);
  if (members.length === 0) return [{ name, value: '', isDisabled: false }];
  return members.flatMap(([member, inner]) => flatten(`${name}[${member}]`, inner));
};

/**
 * The fields of a form that mean the same as the members of an object: nested in bracket notation, arrays repeated, an
 * object without members empty.
 */
export const toRows = (value: unknown): readonly Row[] =>
  Object.entries(value ?? {}).flatMap(([name, inner]) => flatten(name, inner));

const withRows = ({ examples = {}, ...media }: Media): Media => ({
  ...media,
  examples: Object.fromEntries(
    Object.entries(examples).map(([name, example]) => [name, { ...example, value: toRows(example.value) }]),
  ),
});

const mapValues = <From, To>(
  values: Readonly<Record<string, From>>,
  map: (value: From, name: string) => To,
): Readonly<Record<string, To>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value, name)]));

/**
 * Gives the examples of forms as the fields that are sent. From an object the renderer would send the required members
 * alone, and would have the nested ones edited as JSON.
 */
export const describeForms = (document: Described): Described => ({
  ...document,
  paths: mapValues(document.paths, (path) =>
    mapValues(path, ({ requestBody, ...operation }) => ({
      ...operation,
      requestBody: {
        ...requestBody,
        content: mapValues(requestBody.content, (media, type) =>
          type === 'application/json' ? media : withRows(media),
        ),
      },
    })),
  ),
});
