import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { consentAttributes } from '../../shared/consents/consent.ts';
import { projectIndex, valueIndexes } from '../../shared/consents/indexes.ts';
import { contract } from '../../shared/contract.ts';
import { rowsBelow } from './table-rows.ts';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/data-model.md'), 'utf8');

/** Last cells of the rows of every table that has this header. */
const lastCellsBelow = (header: string): string[] =>
  page
    .split(`\n${header}`)
    .slice(1)
    .flatMap((rest) => rowsBelow(header + rest, header))
    .map((cells) => cells.at(-1) ?? '');

const modulesIn = (text: string): string[] =>
  [...text.matchAll(/`([\w/-]+(?:\.ts|\/))`/g)].map(([, name = '']) => name);

const patterns = lastCellsBelow('| what | how | module |');
const items = lastCellsBelow('| item | PK | SK | module |');

test('every access pattern and every item is of modules that there are', () => {
  expect(patterns.length).toBeGreaterThan(45);
  expect(items.length).toBeGreaterThan(35);
  for (const cell of items) expect(modulesIn(cell), cell).not.toEqual([]);
  for (const name of [...patterns, ...items].flatMap(modulesIn))
    expect(existsSync(join(root, 'shared', name)), name).toBe(true);
});

/** What sends a request to DynamoDB, by its name in `shared/store/`. */
const sending =
  /\b(?:batchGet|batchGetNamed|getItem|queryItems|queryPages|readPages|scanSegment|write|transact|commit|writeNumbered|writeOnce)\b/;

/** The names that a module imports from `shared/store/`. */
const storeImportsOf = (text: string): string[] =>
  [...text.matchAll(/^import \{([^}]*)\} from '(?:\.\.\/)+store\/[\w-]+\.ts';$/gm)].map(([, names = '']) => names);

test('every module that reads or writes a table has an access pattern or an item', () => {
  const senders = globSync('**/*.ts', { cwd: join(root, 'shared') }).filter((name) =>
    storeImportsOf(readFileSync(join(root, 'shared', name), 'utf8')).some((names) => sending.test(names)),
  );
  const named = [...patterns, ...items].flatMap(modulesIn);

  expect(senders.length).toBeGreaterThan(55);
  expect(senders.filter((name) => !named.some((known) => name === known || name.startsWith(known)))).toEqual([]);
});

/** First cells of the rows below a header, but for what is not code in them. */
const namesBelow = (header: string): string[] =>
  rowsBelow(page, header).flatMap(([cell = '']) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name));

test('lists what a consent and an entry hold', () => {
  const ofConsent = namesBelow('| attribute | what |');
  const ofEntry = namesBelow('| attribute | what for |');
  const entryAttributes = valueIndexes.email.nonKeyAttributes;
  const stored = [...consentAttributes, ...projectIndex.nonKeyAttributes];

  expect([...new Set([...ofConsent, ...ofEntry])].sort()).toEqual(
    [...new Set([...stored, ...entryAttributes, 'SK', 'salt', 'lookupDigests'])].sort(),
  );
  expect(ofEntry.sort()).toEqual(['SK', ...entryAttributes].sort());
});

test('tells the round trips of every operation', () => {
  const listed = rowsBelow(page, '| operation | DynamoDB calls |').map(([name]) => name);

  expect(listed.filter((name) => name !== '' && name !== undefined)).toEqual(
    Object.values(contract).map(({ path }) => path.replace(/^\/(?:consent-register\/)?/, '')),
  );
});

test('the guide to changes names files that there are', () => {
  const guide = readFileSync(join(root, 'docs/development.md'), 'utf8');
  const places = [...guide.matchAll(/`((?:[\w-]+\/)+[\w-]+\.(?:test\.)?(?:ts|md|json))`/g)].map(
    ([, name = '']) => name,
  );

  expect(places.length).toBeGreaterThan(40);
  expect(places.filter((name) => !existsSync(join(root, name)))).toEqual([]);
});
