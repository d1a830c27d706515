import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeProgram } from '../bench/program-options.ts';
import { fail } from '../bench/report.ts';
import { makeFolder, must, removeFolders } from './installed/folders.ts';

describeProgram(
  'explore release-twice',
  'Makes the release of the commit that is checked out in two clones, in folders of different names, under another time zone, language and umask, and compares every byte.',
).parse();

const root = join(import.meta.dirname, '../..');

/** What must not matter: where, when and for whom a release is made. */
const places = [
  { folder: 'a', umask: '022', environment: { TZ: 'UTC', LANG: 'C.UTF-8' } },
  { folder: 'a longer name/of a folder', umask: '077', environment: { TZ: 'Pacific/Auckland', LANG: 'tr_TR.UTF-8' } },
] as const;

/** Known from the beginning: somebody may commit meanwhile. */
const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();

/** Links the packages where the file system can, since a copy of them weighs a gigabyte. */
const bringPackages = (clone: string): void => {
  const [from, to] = [join(root, 'node_modules'), join(clone, 'node_modules')];
  try {
    execFileSync('cp', ['-al', from, to], { stdio: 'ignore' });
  } catch {
    cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  }
};

const make = async ({ folder, umask, environment }: (typeof places)[number]): Promise<ReadonlyMap<string, Buffer>> => {
  const clone = join(makeFolder(), folder);
  await must(root, 'git', ['clone', '--quiet', root, clone]);
  await must(clone, 'git', ['checkout', '--quiet', '--detach', commit]);
  bringPackages(clone);
  process.stderr.write(`making the release in ${clone} ...\n`);
  const line = `umask ${umask} && exec "${process.execPath}" tools/release.ts --dry-run`;
  await must(clone, 'sh', ['-c', line], environment);
  const made = join(clone, 'build/release');
  return new Map(
    readdirSync(made, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        return [path.slice(made.length + 1), readFileSync(path)];
      }),
  );
};

process.once('exit', removeFolders);
const [first, second] = places;
const [one, other] = [await make(first), await make(second)];
const names = new Set([...one.keys(), ...other.keys()]);
const different = [...names].filter((name) => other.get(name)?.equals(one.get(name) ?? Buffer.of()) !== true);
console.log(
  `${names.size} files of ${[...one.values()].reduce((sum, { length }) => sum + length, 0)} bytes, ${different.length} differ.`,
);
fail(different.map((name) => `${name} differs`));
