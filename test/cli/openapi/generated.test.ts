import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generate } from '../../../cli/openapi/generated.ts';

test.each([...(await generate())])('%s is what the contract makes', async (file, content) => {
  const current = await readFile(join(import.meta.dirname, '../../..', file), 'utf8');

  expect(current === content, 'stale: npm run generate').toBe(true);
});
