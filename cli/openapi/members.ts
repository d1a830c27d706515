import type { GenericSchema } from 'valibot';
import { getDescription, getMetadata } from 'valibot';
import { isObject } from './schema.ts';

const isSchema = (value: unknown): value is GenericSchema => isObject(value) && value.kind === 'schema';

/** The schema of a member without `optional`. */
const requiredOf = (member: GenericSchema): GenericSchema =>
  'wrapped' in member && member.type === 'optional' && isSchema(member.wrapped) ? member.wrapped : member;

/** The schemas of an object's members, by name. */
export const findMembers = (schema: GenericSchema): Readonly<Record<string, GenericSchema>> =>
  'entries' in schema && isObject(schema.entries)
    ? Object.fromEntries(
        Object.entries(schema.entries).flatMap(([name, member]) =>
          isSchema(member) ? [[name, requiredOf(member)]] : [],
        ),
      )
    : {};

/** The description and the metadata of a schema, such as a default that other code sets. */
export const readWords = (schema: GenericSchema) => {
  const description = getDescription(schema);
  return { ...getMetadata(schema), ...(description !== undefined && { description }) };
};
