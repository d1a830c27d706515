import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { renderTypes } from '../../../tools/client-types/python.ts';

const read = (file: string): string => readFileSync(join(import.meta.dirname, '../../..', file), 'utf8');

test("the Python client's types are those of the document, and a change to it is found", () => {
  const [document, types] = [read('docs/openapi.json'), read('client/python/consent_register/schema.py')];

  expect(renderTypes(JSON.parse(document)), 'stale: npm run generate').toBe(types);
  expect(renderTypes(JSON.parse(document.replaceAll('"integer"', '"boolean"')))).not.toBe(types);
});

test('a member that may be left out, and one whose name is a word of Python, have a place in Python 3.9', () => {
  const document = JSON.parse(read('docs/openapi.json'));
  document.components.schemas.Sample = {
    type: 'object',
    description: 'A sample.',
    properties: {
      id: { $ref: '#/components/schemas/Identifier' },
      from: { type: 'string', description: 'Where it begins.' },
      names: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
    },
    required: ['id'],
  };

  expect(renderTypes(document)).toContain(`
_SampleWords = TypedDict("_SampleWords", {"from": "str"}, total=False)


class _SampleRequired(_SampleWords):
    id: Identifier


class Sample(_SampleRequired, total=False):
    """A sample."""

    names: List[Union[str, None]]
`);
  document.components.schemas.Sample.properties.inner = { type: 'object', properties: { one: {} } };
  expect(() => renderTypes(document)).toThrow('An object without a name has one');
});
