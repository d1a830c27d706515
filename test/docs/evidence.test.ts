import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { partNames } from '../../shared/evidence/statement-format.ts';
import { readPublishedKeys } from '../../verifier/published-keys.ts';
import { verifyDocument } from '../../verifier/verify.ts';
import { doubtfulStatements, soundStatements } from '../evidence/sound-statements.ts';
import { documentKeyOf, sealDocument } from '../support/evidence-document.ts';
import { makeExample, signedInput } from '../support/evidence-example.ts';
import { rowsBelow } from './table-rows.ts';

const read = (name: string): string => readFileSync(join(import.meta.dirname, '../../docs', name), 'utf8');

const page = read('evidence.md');
const schema = JSON.parse(read('evidence.schema.json'));
const example = read('evidence-example.json');
const now = new Date('2026-11-22T10:00:00Z');

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Cells without their quotes. */
const rowsOf = (header: string, text = page): string[][] =>
  rowsBelow(text, header).map((cells) => cells.map((cell) => cell.replaceAll('`', '')));

test.each(Object.entries(await makeExample()))('%s is what the register would write now', (name, text) => {
  expect(read(name) === text, 'stale: npm run generate').toBe(true);
});

test('the example is what the page says of it', async () => {
  const keys = await readPublishedKeys(read('evidence-example-keys.json'), 'keys.json');
  const valid = await verifyDocument(example, { keys: 'keys' in keys ? keys.keys : undefined, now });
  const { verdict } = await verifyDocument(example, { now });

  expect(Object.fromEntries(rowsOf('| of the example |'))).toEqual({
    'bytes of the file': String(Buffer.byteLength(example)),
    'SHA-256 of the file': sha256(example),
    kid: valid.signer?.kid,
    'SHA-256 of what is signed': sha256(signedInput(example)),
    'verdict with its key file': valid.verdict,
    'verdict without': verdict,
  });
  expect([valid.verdict, verdict]).toEqual(['valid', 'consistent']);
  const open = valid.checks.filter(({ holds }) => holds !== true);
  expect(open.map(({ name, part }) => `${name} ${part}`)).toEqual([
    'log-time notice',
    'log-time record',
    'log-time notice',
    'log-time revocation',
  ]);
  expect(valid.since?.map(({ by }) => by)).toEqual(Array(4).fill('register'));
});

test('the page names every part, and every check that the verifier makes', async () => {
  const key = documentKeyOf('any');
  const [first] = Object.values(soundStatements);
  const { checks: plain } = await verifyDocument(sealDocument(first?.(), key), { now });
  const checks = [...plain, ...(await verifyDocument(example, { now })).checks];
  const ofLog = page.slice(page.indexOf('### What a verifier checks'));
  const listed = [
    ...rowsOf('| check | what must hold |'),
    ...rowsOf('| check | what it says |'),
    ...rowsOf('| check | what must hold |', ofLog),
    ...rowsOf('| check | what it says if', ofLog),
  ].flatMap(([names = '']) => names.split(', '));

  expect(
    rowsOf('| part | what |')
      .flatMap(([names = '']) => names.split(', '))
      .sort(),
  ).toEqual([...partNames].sort());
  expect(checks.map(({ name }) => name).filter((name) => !listed.includes(name))).toEqual([]);
});

const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);

test.each(Object.entries({ ...soundStatements, ...doubtfulStatements }))(
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

test('the leaf that the page shows is that of the example, and is made as the page says', () => {
  const { log } = JSON.parse(example);
  const shown = new Map(rowsOf('| of that leaf |').map(([name = '', value = '']) => [name, value]));
  const [, told = ''] = /```json\n(\{"account":.*)\n```/.exec(page) ?? [];
  const salt = Buffer.from(
    log.leaves.find(({ event }: { event: string }) => event === 'consent.recorded').salt,
    'base64',
  );
  const entry = createHash('sha256').update(salt).update(told).digest();

  expect(Object.fromEntries(shown)).toEqual({
    salt: salt.toString('hex'),
    entry: entry.toString('hex'),
    'leaf hash': createHash('sha256')
      .update(Buffer.from([0]))
      .update(entry)
      .digest('hex'),
  });
});
