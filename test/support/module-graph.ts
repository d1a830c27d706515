import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const root = join(import.meta.dirname, '../..');

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** Every module of the product, as a path from the root of the project. */
export const modules: readonly string[] = globSync(
  ['{functions,shared,verifier,pages,infra,cli}/**/*.{ts,tsx}', 'client/typescript/*.ts'],
  { cwd: root, exclude: ['**/node_modules/**'] },
)
  .map(normalize)
  .sort();

const findImports = (file: string, text: string): readonly string[] =>
  [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, specifier = '']) =>
    specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : specifier,
  );

/** What a module imports: paths of the project from its root, and packages. Types count too. */
export const importsOf = (file: string): readonly string[] => findImports(file, read(file));

/** Everything that is loaded with modules, packages included, but for what is imported when it is needed if `atOnce`. */
export const loadedWith = (start: readonly string[], { atOnce = false } = {}): ReadonlySet<string> => {
  const unloaded = atOnce ? /^import type [^;]+;|\bimport\([^)]*\)/gm : /^import type [^;]+;/gm;
  const loaded = new Set(start);
  for (const file of loaded) {
    if (modules.includes(file))
      for (const path of findImports(file, read(file).replaceAll(unloaded, ''))) loaded.add(path);
  }
  return loaded;
};
