import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { descriptions } from '../../build/openapi/descriptions/descriptions.ts';
import { operationNames } from '../../build/openapi/operations.ts';
import { contract } from '../../shared/api/contract.ts';
import { describeTypes } from '../../tools/client-types/php.ts';
import { renderTypes } from '../../tools/client-types/python.ts';
import { isFresh } from '../../tools/client-types/typescript.ts';

const read = (file: string): Promise<string> => readFile(join(import.meta.dirname, '../..', file), 'utf8');

test("the PHP client's types are those of the document", async () => {
  const types = describeTypes(JSON.parse(await read('docs/openapi.json')));

  expect(await read('client/php/schema.php'), 'stale: npm run generate').toBe(types);
  expect(types).toContain(' *   title: array<Lang, string>,\n');
});

test('the PHP client calls the operations of the contract, and imports types that there are', async () => {
  const client = await read('client/php/consent-register-client.php');
  const types = await read('client/php/schema.php');

  const lines = operationNames.map((name) => {
    const answers = descriptions[name].marks.map((member) => `'${member}'`).join(', ');
    return `        '${name}' => ['${contract[name].path}', [${answers}], ${'idempotent' in contract[name]}],\n`;
  });
  expect(client).toContain(`    private const OPERATIONS = [\n${lines.join('')}    ];\n`);
  for (const name of operationNames) expect(client).toContain(`    public function ${name}(`);

  const defined = new Set([...types.matchAll(/@phpstan-type (\w+)/g)].map(([, name]) => name));
  const imported = [...client.matchAll(/@phpstan-import-type (\w+) from Schema/g)].map(([, name]) => name);
  expect(imported.filter((name) => !defined.has(name))).toEqual([]);
});

test("the Python client's types are those of the document, and a change to it is found", async () => {
  const document = await read('docs/openapi.json');
  const types = await read('client/python/consent_register/schema.py');

  expect(renderTypes(JSON.parse(document)), 'stale: npm run generate').toBe(types);
  expect(renderTypes(JSON.parse(document.replaceAll('"integer"', '"boolean"')))).not.toBe(types);
});

test('a member that may be left out, and one whose name is a word of Python, have a place in Python 3.9', async () => {
  const document = JSON.parse(await read('docs/openapi.json'));
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

test("the client's types are those of the document, and a change to either is found", async () => {
  const [document, types] = [await read('docs/openapi.json'), await read('client/typescript/schema.ts')];

  expect(isFresh(JSON.parse(document), types), 'stale: npm run generate').toBe(true);
  expect(isFresh(JSON.parse(document.replaceAll('"integer"', '"boolean"')), types)).toBe(false);
  expect(isFresh(JSON.parse(document), types.replace('string', 'number'))).toBe(false);
  expect(isFresh(JSON.parse(document), '')).toBe(false);
});
