import type { GenericSchema } from 'valibot';
import { getDescription, getMetadata } from 'valibot';
import { isObject } from './schema.ts';

const isSchema = (value: unknown): value is GenericSchema => isObject(value) && value.kind === 'schema';

/** The schema of a member that must be there, also of one that may be left out. */
const requiredOf = (member: GenericSchema): GenericSchema =>
  'wrapped' in member && member.type === 'optional' && isSchema(member.wrapped) ? member.wrapped : member;

/** The schemas of the members that an object of the schema has, by name. */
export const findMembers = (schema: GenericSchema): Readonly<Record<string, GenericSchema>> =>
  'entries' in schema && isObject(schema.entries)
    ? Object.fromEntries(
        Object.entries(schema.entries).flatMap(([name, member]) =>
          isSchema(member) ? [[name, requiredOf(member)]] : [],
        ),
      )
    : {};

/** What a schema says beside what it takes: its description, and the default where something else than the schema puts it in. */
export const readWords = (schema: GenericSchema) => {
  const description = getDescription(schema);
  return { ...getMetadata(schema), ...(description !== undefined && { description }) };
};
