import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An entry of npm's cache: where it is from, and its bytes as they came. */
interface Entry {
  readonly key: string;
  readonly size: number;
}

const largestFirst = <Row extends readonly [name: string, megabytes: number]>(rows: readonly Row[]): readonly Row[] =>
  rows.toSorted(([, a], [, b]) => b - a);

/** The size on the disk of each path, where a file with several names counts once, in millions of bytes. */
export const megabytesOf = (paths: readonly string[]): readonly (readonly [path: string, megabytes: number])[] =>
  execFileSync('du', ['-sk', '--', ...paths], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => {
      const [kilobytes, path = ''] = line.split('\t');
      return [path, (Number(kilobytes) * 1024) / 1e6];
    });

/** The packages that take most room, by name. */
export const largestPackages = (modules: string, count: number) => {
  const names = globSync(['[a-z]*', '@*/*'], { cwd: modules });
  const sizes = names.flatMap((name) =>
    megabytesOf([join(modules, name)]).map(([, megabytes]) => [name, megabytes] as const),
  );
  return largestFirst(sizes).slice(0, count);
};

/** The package of a tarball's address, as `@scope/name` or `name`. */
const packageOf = (url: string): string => /((?:@[^/]+\/)?[^/]+)\/-\//.exec(decodeURIComponent(url))?.[1] ?? url;

/** What npm's cache has of packages, compressed as they came, in millions of bytes: the largest first. */
export const downloads = (cache: string): readonly (readonly [name: string, megabytes: number])[] => {
  const files = globSync('_cacache/index-v5/*/*/*', { cwd: cache });
  const entries = files.flatMap((file) =>
    readFileSync(join(cache, file), 'utf8')
      .trim()
      .split('\n')
      .map((line): Entry => JSON.parse(line.slice(line.indexOf('\t') + 1))),
  );
  const tarballs = new Map(
    entries
      .filter(({ key }) => key.startsWith('make-fetch-happen') && key.endsWith('.tgz'))
      .map((entry) => [entry.key, entry.size]),
  );
  return largestFirst([...tarballs].map(([key, size]) => [packageOf(key), size / 1e6] as const));
};
