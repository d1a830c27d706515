import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { consentAttributes } from '../../shared/consents/consent.ts';
import { projectIndex, valueIndexes } from '../../shared/consents/indexes.ts';
import { contract } from '../../shared/contract.ts';
import { rowsBelow } from './table-rows.ts';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/data-model.md'), 'utf8');

/** The page from each table on that begins with a header. */
const tablesWith = (header: string): string[] =>
  page
    .split(`\n${header}`)
    .slice(1)
    .map((rest) => header + rest);

/** Last cells of the rows of the table that a text begins with. */
const lastCellsOf = (table: string): string[] => rowsBelow(table, '|').map((cells) => cells.at(-1) ?? '');

const moduleOf = (name: string): string => join(root, 'shared', name);

test('every access pattern is served by functions of the module that it names', () => {
  const cells = tablesWith('| what | how | served by').flatMap(lastCellsOf);
  const served = cells.flatMap((cell) =>
    [...cell.matchAll(/((?:`\w+`(?:, )?)+) in `([\w/-]+\.ts)`/g)].flatMap(([, names = '', module = '']) =>
      [...names.matchAll(/\w+/g)].map(([name]) => ({ name, module })),
    ),
  );
  const missing = served.filter(
    ({ name, module }) =>
      !new RegExp(`^(?:export )?(?:const|async function\\*) ${name}\\b`, 'm').test(
        readFileSync(moduleOf(module), 'utf8'),
      ),
  );

  expect(cells.length).toBeGreaterThan(45);
  expect(served.length).toBeGreaterThanOrEqual(cells.length);
  expect(missing).toEqual([]);
});

test('every item is of modules that there are', () => {
  const cells = tablesWith('| item | PK | SK |')
    .flatMap(lastCellsOf)
    .map((cell) => [...cell.matchAll(/`([\w/-]+\.ts)`/g)]);

  expect(cells.length).toBeGreaterThan(20);
  for (const modules of cells) {
    expect(modules.length).toBeGreaterThan(0);
    for (const [, name = ''] of modules) expect(existsSync(moduleOf(name)), name).toBe(true);
  }
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
  const listed = rowsBelow(page, '| operation | DynamoDB calls').map(([name]) => name);

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
