import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { readPublishedKeys } from '../../verifier/keys.ts';
import { verifyDocument } from '../../verifier/verify.ts';
import { makeExample } from '../evidence/example.ts';
import { doubtfulFacts, soundFacts } from '../evidence/sound-facts.ts';
import { documentKeyOf, sealDocument } from '../support/make/statement.ts';

const read = (name: string): string => readFileSync(join(import.meta.dirname, '../../docs', name), 'utf8');

const schema = JSON.parse(read('evidence.schema.json'));
const example = read('evidence-example.json');
const now = new Date('2026-11-22T10:00:00Z');

test.each(Object.entries(await makeExample()))('%s is what the register would write now', (name, text) => {
  expect(read(name) === text, 'stale: npm run generate').toBe(true);
});

test('the example is valid with its key file, and consistent without', async () => {
  const keys = await readPublishedKeys(read('evidence-example-keys.json'), 'keys.json');
  const valid = await verifyDocument(example, { keys: 'keys' in keys ? keys.keys : undefined, now });
  const { verdict } = await verifyDocument(example, { now });

  expect([valid.verdict, verdict]).toEqual(['valid', 'consistent']);
  expect(valid.checks.filter(({ holds }) => holds !== true)).toEqual([]);
  expect(valid.since?.map(({ by }) => by)).toEqual(['register', 'register']);
});

const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);

const doubtful = Object.entries(doubtfulFacts).map(([name, [, make]]) => [name, make] as const);

test.each([...Object.entries(soundFacts), ...doubtful])(
  'the schema allows what a register signs: %s',
  (_name, make) => {
    expect(validate(JSON.parse(sealDocument(make(), documentKeyOf('any')))), JSON.stringify(validate.errors)).toBe(
      true,
    );
  },
);

/** Objects of the schema that say nothing of further members. */
const findOpen = (value: unknown, path = ''): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  const isOpen = 'type' in value && value.type === 'object' && !('additionalProperties' in value);
  return [
    ...(isOpen ? [path] : []),
    ...Object.entries(value).flatMap(([name, inner]) => findOpen(inner, `${path}/${name}`)),
  ];
};

test('the schema leaves no object open, so that no member passes unseen', () => {
  expect(findOpen({ type: 'object' })).toEqual(['']);
  expect(findOpen(schema)).toEqual([]);
});
