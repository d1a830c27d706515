import { join } from 'node:path';
import { createConfig, lint } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';

test.each(['openapi.json', 'openapi.client.json'])('%s is valid and keeps the strict rules', async (name) => {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const problems = await lint({ ref: join(import.meta.dirname, '../../docs', name), config });

  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
});

test.each(['openapi.json', 'openapi.client.json'])('%s fits the schema of its version of OpenAPI', async (name) => {
  const { valid, errors } = await new Validator().validate(join(import.meta.dirname, '../../docs', name));

  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
});
