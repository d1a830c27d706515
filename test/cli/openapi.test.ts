import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeForClient } from '../../cli/openapi/client-schema.ts';
import { describeInterface } from '../../cli/openapi/document.ts';

const read = (file: string): Promise<string> => readFile(join(import.meta.dirname, '../..', file), 'utf8');

const stale = 'stale: npm run openapi';

test('the document is what the contract makes', async () => {
  expect((await read('docs/openapi.json')) === `${JSON.stringify(describeInterface(), undefined, 2)}\n`, stale).toBe(
    true,
  );
});

test('the types of the client are what the document makes', async () => {
  expect((await read('client/schema.ts')) === (await describeForClient(describeInterface())), stale).toBe(true);
});
