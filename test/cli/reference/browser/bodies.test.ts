import * as v from 'valibot';
import { expect, test } from 'vitest';
import { descriptions } from '../../../../cli/openapi/descriptions/descriptions.ts';
import { describeInterface } from '../../../../cli/openapi/document.ts';
import { toRows } from '../../../../cli/openapi/form-rows.ts';
import { describeBodies } from '../../../../cli/reference/browser/bodies.ts';
import type { OperationName } from '../../../../shared/contract.ts';
import { contract } from '../../../../shared/contract.ts';
import { parseBracketNotation } from '../../../../shared/http/form.ts';
import { arrayNames, validateParameters } from '../../../../shared/http/validation.ts';
import { parseJson } from '../../../support/call/event.ts';

const Rows = v.array(v.strictObject({ name: v.string(), value: v.string(), isDisabled: v.literal(false) }));

test('writes nested members in bracket notation and numbers the items of arrays', () => {
  const value = {
    projectUid: 'demo-shop',
    consentInformationPid: [2, 3],
    first: true,
    proof: {},
    userData: { email: 'ada@example.com', size: { label: 'Your size', value: 'M' } },
  };

  expect(toRows(value).map(({ name, value, isDisabled }) => [name, value, isDisabled])).toEqual([
    ['projectUid', 'demo-shop', false],
    ['consentInformationPid[0]', '2', false],
    ['consentInformationPid[1]', '3', false],
    ['first', 'true', false],
    ['proof', '', false],
    ['userData[email]', 'ada@example.com', false],
    ['userData[size][label]', 'Your size', false],
    ['userData[size][value]', 'M', false],
  ]);
});

const describeBody = (name: OperationName) =>
  describeBodies(JSON.parse(JSON.stringify(describeInterface()))).paths[contract[name].path]?.post?.requestBody;

const without: readonly string[] = ['details', 'logout'];

test.each(
  Object.keys(descriptions).filter((name): name is OperationName => name in descriptions && !without.includes(name)),
)('shows JSON, then forms, for %s, whose examples mean the same', (name) => {
  const { content = {} } = describeBody(name) ?? {};
  const [json = [], forms] = Object.values(content).map(({ examples = {} }) =>
    Object.values(examples).map(({ value }) => value),
  );
  const { request: schema } = contract[name];

  expect(Object.keys(content)).toEqual(['application/json', 'application/x-www-form-urlencoded']);
  expect(json.length).toBe(Object.keys(descriptions[name].examples).length);
  expect(
    forms
      ?.map((rows) => v.parse(Rows, rows).map(({ name, value }) => [name, value] as const))
      .map((pairs) => parseBracketNotation(pairs, arrayNames(schema)))
      .map((form) => validateParameters(schema, form)),
  ).toEqual(json.map((value) => validateParameters(schema, parseJson(JSON.stringify(value)))));
});

test('names an example that readers need not choose', () => {
  expect(describeBody('login')?.description).toBe('Example: The user of the demo data logs in');
  expect(describeBody('addConsent')).not.toHaveProperty('description');
});

test('shows no body where none is needed', () => {
  expect(describeBody('details')).toBeUndefined();
});
