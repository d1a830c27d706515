import type { Schema } from './schema.ts';
import { isObject, largestWholeNumber, toName } from './schema.ts';

const range = (schema: Schema, least: string, most: string, unit: string): string => {
  const [from, to] = [schema[least], schema[most]];
  if (to === undefined) return '';
  return from === undefined ? `, at most ${to}${unit}` : `, ${from} to ${to}${unit}`;
};

const listWords = (schema: Schema): string => {
  const items = toWords(schema.items).replace(/, .*/, '');
  return `array of ${items}${range(schema, 'minItems', 'maxItems', ' items')}`;
};

const words: Readonly<Record<string, (schema: Schema) => string>> = {
  string: (schema) => `string${range(schema, 'minLength', 'maxLength', ' characters')}`,
  integer: ({ maximum, ...schema }) =>
    `integer${maximum === largestWholeNumber ? ', at least 1' : range({ ...schema, maximum }, 'minimum', 'maximum', '')}`,
  boolean: () => 'boolean',
  null: () => '`null`',
  array: listWords,
  object: (schema) => {
    const of = '$ref' in Object(schema.additionalProperties) ? ` of ${toWords(schema.additionalProperties)}` : '';
    return `object${of}${range(schema, 'minProperties', 'maxProperties', ' members')}`;
  },
};

/** A JSON Schema in words: its first type and its limits. A schema with a name becomes a link. */
export const toWords = (schema: unknown): string => {
  if (!isObject(schema)) return '';
  if (schema.$ref !== undefined) return `[${toName(schema.$ref)}](#${toName(schema.$ref).toLowerCase()})`;
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(alternatives)) return alternatives.map(toWords).join(' or ');
  if (schema.const !== undefined) return `\`${schema.const}\``;
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => `\`${value}\``).join(', ');
  const [type = ''] = [schema.type].flat().map(String);
  return words[type]?.(schema) ?? type;
};
