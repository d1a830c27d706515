/** A JSON Schema as it stands in the document. */
export type Schema = Readonly<Record<string, unknown>>;

export const isObject = (schema: unknown): schema is Schema => typeof schema === 'object' && schema !== null;

/** The largest number of the fifteen digits that a whole number may have. */
export const largestWholeNumber = 999_999_999_999_999;

const place = '#/components/schemas/';

/** What refers to a schema of the document by its name. */
export const toReference = (name: string) => ({ $ref: `${place}${name}` });

/** The name of the schema that is referred to. */
export const toName = (reference: unknown): string => String(reference).replace(place, '');
