import { join } from 'node:path';
import { createConfig, lint } from '@redocly/openapi-core';
import { expect, test } from 'vitest';

test('the document is valid and keeps the strict rules', async () => {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const problems = await lint({ ref: join(import.meta.dirname, '../../docs/openapi.json'), config });

  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
});
