import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import type { ParameterMap } from '../../../shared/http/validation.ts';
import { validateParameters } from '../../../shared/http/validation.ts';

const Text = v.pipe(v.string('malformed: Must be text.'), v.maxLength(3, 'too-long: Must have 3 characters: no more.'));

const errorsOf = (schema: v.GenericSchema, parameters: ParameterMap): unknown => {
  try {
    return validateParameters(schema, parameters);
  } catch (error) {
    return (error as { errors: unknown }).errors;
  }
};

describe('an empty text', () => {
  const schema = v.object({ needed: Text, wanted: v.optional(Text, 'x') });

  test('counts as absent where the parameter is optional, as a value where it is not', () => {
    expect(validateParameters(schema, { needed: '', wanted: '' })).toEqual({ needed: '', wanted: 'x' });
    expect(validateParameters(schema, { needed: 'a', wanted: 'b' })).toEqual({ needed: 'a', wanted: 'b' });
  });

  test('is ignored where the parameter is unknown', () => {
    expect(validateParameters(schema, { needed: 'a', unknown: '', toString: '' })).toEqual({
      needed: 'a',
      wanted: 'x',
    });
  });

  test('is a value where the schema names no parameters', () => {
    expect(validateParameters(v.record(v.string(), v.string()), { a: '', b: '1' })).toEqual({ a: '', b: '1' });
  });
});

describe('an error', () => {
  test('names the parameter as it is written in a form', () => {
    const schema = v.object({ a: v.object({ b: v.object({ c: v.array(Text) }) }) });

    expect(errorsOf(schema, { a: { b: { c: ['x', 'long'] } } })).toEqual([
      { field: 'a[b][c][1]', code: 'too-long', detail: 'Must have 3 characters: no more.' },
    ]);
  });

  test('says what is missing', () => {
    expect(errorsOf(v.object({ a: Text, b: v.optional(Text) }), {})).toEqual([
      { field: 'a', code: 'missing', detail: 'This parameter is required.' },
    ]);
  });

  test('is given once for a parameter, for each that is wrong', () => {
    const schema = v.object({ a: v.pipe(Text, v.maxLength(2, 'too-long: Must be shorter.')), b: Text });

    expect(errorsOf(schema, { a: 'long', b: ['x'] })).toMatchObject([
      { field: 'a', code: 'too-long' },
      { field: 'b', code: 'malformed' },
    ]);
  });

  test.each([
    ['k'.repeat(128), 'k'.repeat(128)],
    ['k'.repeat(129), `${'k'.repeat(128)}…`],
    [`${'k'.repeat(127)}\u{1d11e}`, `${'k'.repeat(127)}\ufffd…`],
  ])('cuts a long name %#', (name, shown) => {
    expect(errorsOf(v.record(v.string(), Text), { [name]: 'long' })).toMatchObject([{ field: shown }]);
  });
});
