import { expect, test } from 'vitest';
import { toMember, toType } from '../../../cli/openapi/typescript.ts';

test.each([
  [{ type: 'string', maxLength: 3 }, 'string'],
  [{ type: ['integer', 'string'] }, 'number | string'],
  [{ type: ['integer', 'number'] }, 'number'],
  [{ enum: ['web', 'email'] }, "'web' | 'email'"],
  [{ const: true }, 'true'],
  [{ $ref: '#/components/schemas/Lang' }, "components['schemas']['Lang']"],
  [{ anyOf: [{ type: 'boolean' }, { type: 'null' }] }, 'boolean | null'],
  [{ type: 'array', items: { type: ['integer', 'string'] } }, '(number | string)[]'],
  [{ type: 'object', additionalProperties: false }, 'Record<string, never>'],
  [{ type: 'object', additionalProperties: { type: 'string' } }, '{\n  [key: string]: string;\n}'],
  [
    {
      type: 'object',
      properties: { id: { type: 'string' }, 'a-b': { type: 'integer', description: 'Of it.', default: 1 } },
      required: ['id'],
    },
    "{\n  id: string;\n  /** Of it. Default: `1`. */\n  'a-b'?: number;\n}",
  ],
])('%j is a type', (schema, type) => {
  expect(toType(schema)).toBe(type);
});

test.each([{}, { type: 'file' }, { oneOf: [] }, { anyOf: [{}] }, true])('%j has no type', (schema) => {
  expect(() => toType(schema)).toThrow('No type is known');
});

test('a description cannot end its comment', () => {
  expect(toMember('a', 'string', 'x */ y')).toBe('/** x *\\/ y */\na: string;');
});
