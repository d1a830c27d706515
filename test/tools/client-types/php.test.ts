import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { descriptions } from '../../../cli/openapi/descriptions/descriptions.ts';
import { operationNames } from '../../../cli/openapi/flow.ts';
import { contract } from '../../../shared/contract.ts';
import { describeTypes } from '../../../tools/client-types/php.ts';

const read = (file: string): Promise<string> => readFile(join(import.meta.dirname, '../../..', file), 'utf8');

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
