/** A JSON Schema in the form of the document. */
export type Schema = Readonly<Record<string, unknown>>;

export const isObject = (schema: unknown): schema is Schema => typeof schema === 'object' && schema !== null;

/** The largest whole number, which may have fifteen digits. */
export const largestWholeNumber = 999_999_999_999_999;

const place = '#/components/schemas/';

/** A reference to a schema of the document by name. */
export const toReference = (name: string) => ({ $ref: `${place}${name}` });

/** The name of a referenced schema. */
export const toName = (reference: unknown): string => String(reference).replace(place, '');
