import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/development.md'), 'utf8');
const map = page.slice(page.indexOf('## Where things are'), page.indexOf('## How to change it'));

const quoted = (text: string): string[] => [...text.matchAll(/`([^`\s]+)`/g)].map(([, name = '']) => name);

/** Rows of the map: the places of each, and the folders and files that it names. */
const rows = map
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => {
    const [, places = '', says = ''] = line.split('|');
    return { places: quoted(places), names: quoted(says).filter((name) => /\/$|^[\w./-]+\.(?:tsx?|md)$/.test(name)) };
  });

test('has every room, and each place once', () => {
  const places = rows.flatMap((row) => row.places);
  const hidden = ['build', 'cdk.out', 'node_modules', 'reports', 'reference'];
  const rooms = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !hidden.includes(entry.name))
    .map(({ name }) => `${name}/`);

  expect(places).toEqual(expect.arrayContaining(rooms));
  expect(places.filter((place, i) => places.indexOf(place) !== i || !existsSync(join(root, place)))).toEqual([]);
});

test('names what there is, in the place of its row or from the root', () => {
  const missing = rows.flatMap(({ places: [place = ''], names }) =>
    names.filter((name) => !existsSync(join(root, name)) && !existsSync(join(root, place, name))),
  );

  expect(rows.flatMap(({ names }) => names).length).toBeGreaterThan(25);
  expect(missing).toEqual([]);
});
