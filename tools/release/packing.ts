import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { makeDocuments } from '../../build/documents.ts';
import { CommandError } from '../../cli/errors.ts';
import { builtFolder, sources } from '../../infra/code.ts';
import manifest from '../../package.json' with { type: 'json' };
import { makeBrowserFiles } from './browser-files.ts';
import { findOwn } from './commit.ts';
import { compileModules } from './compiling.ts';
import { findForbidden } from './contents.ts';
import { describePackage } from './manifest.ts';
import { writeNotice } from './notice.ts';
import { entries, follow } from './packed-modules.ts';

const root = join(import.meta.dirname, '../..');

/** The folder that is packed. */
export const packageFolder = join(builtFolder, 'package');

/** What is packed unchanged: what messages and the first pages refer to, and the texts of the demo data. */
export const findOthers = (): readonly string[] =>
  findOwn([
    ...['LICENSE', 'CHANGELOG.md', 'README.md', 'SECURITY.md'],
    ...['docs/*.{csv,json,md,png,sql,svg}'],
    ...['docs/examples/[!.]*.*', 'cli/local/demo/**/*.*'],
    ...['client/typescript/README.md', 'client/php/*.*'],
    'client/python/{*.*,consent_register/*.{py,typed}}',
  ]);

const write = (path: string, content: string): void => {
  const file = join(packageFolder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
};

const copy = (from: string, paths: readonly string[]): void => {
  for (const path of paths) cpSync(join(from, path), join(packageFolder, path));
};

const toCompiled = (source: string): string => source.replace(/\.ts$/, '.js');

/** Has declarations import what is beside them in the package: the compiler leaves the paths of sources there. */
const nameCompiled = (text: string): string => text.replaceAll(/((['"])\.[^'"\n]+)\.ts\2/g, '$1.js$2');

/**
 * Writes the folder of the package anew, with bundles of functions that are made of the sources as they are.
 *
 * @returns the packages that its modules import
 * @throws CommandError finding when a file has what no package may have
 */
export const makePackage = async (): Promise<readonly string[]> => {
  execFileSync(process.execPath, ['build/functions.ts'], { cwd: root, stdio: 'inherit' });
  rmSync(packageFolder, { recursive: true, force: true });
  const compiled = compileModules();
  const programs = follow(compiled, entries.map(toCompiled));
  const declarations = follow(compiled, ['infra/index.d.ts']);
  const packages = [...new Set([...programs.packages, ...declarations.packages])].sort();
  copy(compiled, programs.modules);
  for (const path of declarations.modules) write(path, nameCompiled(readFileSync(join(compiled, path), 'utf8')));
  rmSync(compiled, { recursive: true });
  copy(root, findOthers());
  for (const [path, text] of makeDocuments()) write(`docs/${path}`, text);
  const bundles = globSync(`functions/{${Object.keys(sources).join()}}/*`, { cwd: builtFolder });
  for (const path of bundles) write(`dist/${path}`, readFileSync(join(builtFolder, path), 'utf8'));
  for (const [name, text] of await makeBrowserFiles()) write(`dist/browser/${name}`, text);
  write('NOTICE', await writeNotice());
  write('package.json', `${JSON.stringify(describePackage(packages), undefined, 2)}\n`);
  checkContents();
  return packages;
};

/** @throws CommandError finding when a file has what no package may have */
const checkContents = (): void => {
  const files = readdirSync(packageFolder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const found = files.flatMap(({ parentPath, name }) => {
    const file = join(parentPath, name);
    return findForbidden(relative(packageFolder, file), readFileSync(file, 'utf8'));
  });
  if (found.length > 0) throw new CommandError(`Not packed: ${found.join(' ')}`, 'finding');
};

/** What npm packed. */
export interface Packed {
  readonly file: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

const programs: readonly string[] = Object.values(manifest.bin);

/** Gives each file the mode that it has in the packed file, whatever the umask of who cloned the sources. */
const setModes = (folder: string): void => {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile()) chmodSync(file, programs.includes(relative(folder, file)) ? 0o755 : 0o644);
  }
};

/** Packs a folder into a file of another folder. The same folder gives the same bytes. */
export const pack = (destination: string = builtFolder, folder: string = packageFolder): Packed => {
  setModes(folder);
  const words = ['pack', '--json', '--ignore-scripts', '--pack-destination', destination];
  const said = execFileSync('npm', words, { cwd: folder, encoding: 'utf8' });
  const [{ filename, ...packed }] = JSON.parse(said) as [Omit<Packed, 'file'> & { readonly filename: string }];
  return { ...packed, file: join(destination, filename) };
};
