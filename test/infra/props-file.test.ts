import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as v from 'valibot';
import { expect, expectTypeOf, test } from 'vitest';
import type { ConsentRegisterProps } from '../../infra/index.ts';
import { writeOptions, writeProps } from '../../infra/option-files.ts';
import type { GivenOptions } from '../../infra/options.ts';

test('the properties of the construct are what the options make', () => {
  const file = readFileSync(join(import.meta.dirname, '../../infra/consent-register-props.ts'), 'utf8');

  expect(file === writeProps(), 'stale: npm run generate').toBe(true);
});

test('the list of options is what the options make', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/deploy.md'), 'utf8');

  expect(writeOptions(page) === page, 'stale: npm run generate').toBe(true);
});

test('a property says what it means, without links, and what it is where nobody says', () => {
  const file = writeProps();

  expect(file).toContain(
    '   * serve the console at `/console`, and the page that verifies evidence at `/console/verify`\n   *\n   * @default false\n   */\n  readonly console?: boolean | undefined;',
  );
  expect(file).not.toMatch(/\]\(|undefined\n|\[object/);
});

type Given = v.InferInput<typeof GivenOptions>;

type Unchanging<Value> = Value extends readonly (infer Item)[]
  ? readonly Item[]
  : Value extends object
    ? Readonly<Value>
    : Value;

/** An option as code writes it: not the text that stands for a number, a list or a truth on the command line. */
type Written<Value> = [Exclude<NonNullable<Value>, string>] extends [never]
  ? Value
  : Unchanging<Exclude<Value, string>>;

test('their types are those of the schema', () => {
  type Schema = { readonly [Name in Exclude<keyof Given, 'stage' | 'region' | 'account'>]?: Written<Given[Name]> };

  expectTypeOf<Omit<ConsentRegisterProps, 'stage'>>().toEqualTypeOf<Schema>();
  expectTypeOf<ConsentRegisterProps['stage']>().toEqualTypeOf<string>();
});
