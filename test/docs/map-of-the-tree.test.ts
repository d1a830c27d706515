import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/development.md'), 'utf8');

const quoted = (text: string): string[] => [...text.matchAll(/`([^`\s]+)`/g)].map(([, name = '']) => name);

/** Rows of "Where things are": the places of each, and the files that it names. */
const rows = page
  .slice(page.indexOf('## Where things are'), page.indexOf('## How to change it'))
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => {
    const [, places = '', says = ''] = line.split('|');
    return { places: quoted(places), files: quoted(says).filter((name) => /\.tsx?$/.test(name)) };
  });

test('has each place once', () => {
  const places = rows.flatMap((row) => row.places);

  expect(places.length).toBeGreaterThan(40);
  expect(places.filter((place, i) => places.indexOf(place) !== i || !existsSync(join(root, place)))).toEqual([]);
});

const modules = globSync(
  ['{functions,jobs,signpost,shared,verifier,charts,console,hosting,infra,cli,client,site,words}/**/*.{ts,tsx}'],
  {
    cwd: root,
  },
);

/** Below the folder of a place; of a file, below the one that it is in. */
const isBelow = (place: string, file: string): boolean => {
  const folder = place.slice(0, place.lastIndexOf('/') + 1);
  return modules.some((module) => module.startsWith(folder) && `/${module}`.endsWith(`/${file}`));
};

test('names files that there are, below the place of their row', () => {
  const missing = rows.flatMap(({ places, files }) =>
    files.filter((file) => !existsSync(join(root, file)) && !places.some((place) => isBelow(place, file))),
  );

  expect(rows.flatMap(({ files }) => files).length).toBeGreaterThan(60);
  expect(missing).toEqual([]);
});
