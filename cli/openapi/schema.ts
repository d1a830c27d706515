/** A JSON Schema as it stands in the document. */
export type Schema = Readonly<Record<string, unknown>>;

export const isObject = (schema: unknown): schema is Schema => typeof schema === 'object' && schema !== null;

/** The largest number of the fifteen digits that a whole number may have. */
export const largestWholeNumber = 999_999_999_999_999;
