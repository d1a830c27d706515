import * as v from 'valibot';
import { expect, test } from 'vitest';
import { describeInterface } from '../../../cli/openapi/document.ts';
import { examples } from '../../../cli/openapi/examples.ts';
import { describeForms, toRows } from '../../../cli/reference/browser/form-rows.ts';
import type { OperationName } from '../../../shared/contract.ts';
import { contract } from '../../../shared/contract.ts';
import { parseBracketNotation } from '../../../shared/http/bracket-notation.ts';
import { parseJson } from '../../../shared/http/json.ts';
import { validateParameters } from '../../../shared/http/validation.ts';

const Rows = v.array(v.strictObject({ name: v.string(), value: v.string(), isDisabled: v.literal(false) }));

test('writes nested members in bracket notation and repeats arrays', () => {
  const value = {
    projectUid: 'demo-shop',
    consentInformationPid: [2, 3],
    first: true,
    proof: {},
    userData: { email: 'ada@example.com', size: { label: 'Your size', value: 'M' } },
  };

  expect(toRows(value).map(({ name, value, isDisabled }) => [name, value, isDisabled])).toEqual([
    ['projectUid', 'demo-shop', false],
    ['consentInformationPid', '2', false],
    ['consentInformationPid', '3', false],
    ['first', 'true', false],
    ['proof', '', false],
    ['userData[email]', 'ada@example.com', false],
    ['userData[size][label]', 'Your size', false],
    ['userData[size][value]', 'M', false],
  ]);
});

test.each(Object.keys(examples).filter((name): name is OperationName => name in examples))(
  'the forms of the examples of %s mean the same as their JSON',
  (name) => {
    const { path, request: schema } = contract[name];
    const { content } =
      describeForms(JSON.parse(JSON.stringify(describeInterface()))).paths[path]?.post?.requestBody ?? {};
    const read = (type: string) => Object.values(content?.[type]?.examples ?? {}).map(({ value }) => value);
    const json = read('application/json').map((value) => parseJson(JSON.stringify(value)));

    expect(json.length).toBe(Object.keys(examples[name]).length);
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data']) {
      const forms = read(type).map((rows) =>
        parseBracketNotation(v.parse(Rows, rows).map(({ name, value }) => [name, value])),
      );
      expect(forms.map((form) => validateParameters(schema, form))).toEqual(
        json.map((parameters) => validateParameters(schema, parameters)),
      );
    }
  },
);
