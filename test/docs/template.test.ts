import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { templateParameters } from '../../infra/template.ts';
import manifest from '../../package.json' with { type: 'json' };
import { toStackName } from '../../shared/stage.ts';
import { namesIn, rowsBelow } from './table-rows.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/template.md'), 'utf8');

/** The lines between two fences. */
const blocksOf = (language: string): readonly string[] =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))].map(([, lines = '']) => lines);

/** The parameters that must be given, and those that may be left out. */
const [needed, optional] = [true, false].map((isNeeded) =>
  Object.entries(templateParameters)
    .filter(([, { default: usual }]) => (usual === undefined) === isNeeded)
    .map(([name]) => name),
);

test('has every parameter with its default', () => {
  const rows = rowsBelow(page, '| parameter | default | meaning |');

  expect(rows.map(([name, usual]) => [namesIn(name)[0], namesIn(usual)[0]])).toEqual(
    Object.entries(templateParameters).map(([name, { default: usual }]) => [name, usual]),
  );
});

test('its lines give every parameter without a default a value that the template takes', () => {
  const given = blocksOf('sh')
    .join('')
    .match(/--parameter-overrides (.*)/)?.[1]
    ?.replace('"$BUCKET"', 'shop-consent-register');
  const inTerraform = blocksOf('hcl')
    .join('')
    .match(/parameters\s+= \{ (.*) \}/)?.[1]
    ?.replaceAll(' = ', '=');
  const pairs = given?.split(' ').map((pair) => pair.split('=')) ?? [];

  expect(pairs.map(([name]) => name)).toEqual(needed);
  expect(optional).toEqual(['CodePrefix']);
  expect(inTerraform?.replaceAll(/[",]/g, '')).toBe(given);
  for (const [name, value] of pairs)
    expect(value).toMatch(new RegExp(templateParameters[name as keyof typeof templateParameters].allowedPattern));
});

test('it names the stack as commands find it, and the files of this version', () => {
  const names = [...page.matchAll(/(?:--stack-name |name\s+= ")([\w-]+)/g)].map(([, name]) => name);

  expect([...new Set(names)]).toEqual([toStackName('prod')]);
  expect(new Set(page.match(/(?<!Node\.js )\b\d+\.\d+\.\d+/g))).toEqual(new Set([manifest.version]));
});
