import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isFresh } from '../../../tools/client-types/typescript.ts';

const read = (file: string): Promise<string> => readFile(join(import.meta.dirname, '../../..', file), 'utf8');

test("the client's types are those of the document, and a change to either is found", async () => {
  const [document, types] = [await read('docs/openapi.json'), await read('client/typescript/schema.ts')];

  expect(isFresh(JSON.parse(document), types), 'stale: npm run generate').toBe(true);
  expect(isFresh(JSON.parse(document.replaceAll('"integer"', '"boolean"')), types)).toBe(false);
  expect(isFresh(JSON.parse(document), types.replace('string', 'number'))).toBe(false);
  expect(isFresh(JSON.parse(document), '')).toBe(false);
});
