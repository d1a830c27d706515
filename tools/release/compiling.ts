import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtFolder } from '../../infra/code.ts';
import { entries } from './packed-modules.ts';

const root = join(import.meta.dirname, '../..');

const compile = (name: string, files: readonly string[], compilerOptions: Readonly<Record<string, unknown>>): void => {
  const project = join(builtFolder, `tsconfig.${name}.json`);
  const settings = {
    extends: '../tsconfig.json',
    compilerOptions: {
      noEmit: false,
      rewriteRelativeImportExtensions: true,
      rootDir: root,
      outDir: join(builtFolder, 'compiled'),
      ...compilerOptions,
    },
    files: files.map((file) => join(root, file)),
    include: [],
  };
  writeFileSync(project, JSON.stringify(settings));
  execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', project], { stdio: 'inherit' });
  rmSync(project);
};

/**
 * Compiles what the package has, module by module, with declarations of the construct alone.
 *
 * @returns the folder with the same tree as the sources; it also has modules that only types are imported from
 * @throws Error when the compiler finds a fault, which it prints
 */
export const compileModules = (): string => {
  const folder = join(builtFolder, 'compiled');
  rmSync(folder, { recursive: true, force: true });
  compile('modules', entries, { allowJs: true });
  compile('declarations', ['infra/index.ts'], { declaration: true, emitDeclarationOnly: true });
  return folder;
};
