import type { GenericSchema } from 'valibot';
import { isMap } from '../schema/scalar.ts';

const entriesOf = (schema: GenericSchema): Readonly<Record<string, unknown>> =>
  'entries' in schema && isMap(schema.entries) ? schema.entries : {};

/** Whether a request may leave the parameter out. */
export const isOptional = (schema: GenericSchema, name: string): boolean => {
  const entry = entriesOf(schema)[name];
  return isMap(entry) && entry.type === 'optional';
};

/** The only parameters that a request may have, or undefined if it ignores others. */
export const closedNames = (schema: GenericSchema): readonly string[] | undefined =>
  schema.type === 'strict_object' ? Object.keys(entriesOf(schema)) : undefined;

const takesArray = (schema: unknown): boolean =>
  isMap(schema) &&
  (schema.type === 'array' ||
    takesArray(schema.wrapped) ||
    (Array.isArray(schema.options) && schema.options.some(takesArray)));

/** The parameters that may be arrays. */
export const arrayNames = (schema: GenericSchema): ReadonlySet<string> =>
  new Set(
    Object.entries(entriesOf(schema))
      .filter(([, entry]) => takesArray(entry))
      .map(([name]) => name),
  );
