import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, normalize } from 'node:path';
import { sources } from '../../infra/code.ts';

/** Where the package's programs begin: the commands, the app of a stage, the construct, the template of a release, and the functions, which the local service loads by a computed path. */
export const entries: readonly string[] = [
  'cli/bin.js',
  'infra/app.ts',
  'infra/index.ts',
  'infra/template.ts',
  ...Object.values(sources),
];

/** What only a clone has: what needs the bundler, whose files the package has, and the rules that templates must pass. */
const onlyInClone = /^(?:pages\/bundles|infra\/rules)\.[jt]s$/;

/** What a module imports, as it is written there; types that are erased are left out. */
const importsOf = (file: string, text: string): readonly string[] =>
  [
    ...text
      .replaceAll(/\/\*\*.*?\*\//gs, '')
      .replaceAll(/^import type [^;]+;/gm, file.endsWith('.d.ts') ? '$&' : '')
      .matchAll(/(?:\bfrom|\bimport)\s*\(?\s*(['"])([@\w.][\w@./:-]*)\1/g),
  ].map(([, , specifier = '']) => specifier);

/** The module that another names by its path. Declarations name what they declare. */
const toModule = (from: string, specifier: string): string => {
  const module = join(dirname(from), specifier);
  return from.endsWith('.d.ts') ? module.replace(/\.[jt]s$/, '.d.ts') : module;
};

/** What is loaded with modules. */
export interface Loaded {
  /** Modules, from the folder. */
  readonly modules: readonly string[];
  /** Names of packages. */
  readonly packages: readonly string[];
}

const packageOf = (specifier: string): string => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

/**
 * Follows all imports from modules of a folder, also those that are imported when they are needed.
 *
 * @throws Error of the file system for an import of a module that is not there
 */
export const follow = (folder: string, from: readonly string[]): Loaded => {
  const modules = new Set(from.map(normalize));
  const packages = new Set<string>();
  for (const module of modules) {
    for (const specifier of importsOf(module, readFileSync(join(folder, module), 'utf8'))) {
      const named = toModule(module, specifier);
      if (!specifier.startsWith('.')) packages.add(packageOf(specifier));
      else if (!onlyInClone.test(named)) modules.add(named);
    }
  }
  return { modules: [...modules].sort(), packages: [...packages].filter((name) => !isBuiltin(name)).sort() };
};
