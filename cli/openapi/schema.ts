/** A JSON Schema as it stands in the document. */
export type Schema = Readonly<Record<string, unknown>>;

export const isObject = (schema: unknown): schema is Schema => typeof schema === 'object' && schema !== null;

/** Adds to each named member what there is to know of it. */
export const explain = (schema: Schema, known: (name: string) => Schema): Schema => {
  const { properties } = schema;
  if (!isObject(properties)) return schema;
  const explained = Object.entries(properties).map(([name, property]) => [
    name,
    { ...Object(property), ...known(name) },
  ]);
  return { ...schema, properties: Object.fromEntries(explained) };
};

/** The largest number of the fifteen digits that a whole number may have. */
export const largestWholeNumber = 999_999_999_999_999;
