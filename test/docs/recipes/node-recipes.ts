import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { repository } from '../../e2e/service.ts';
import { newFolder } from '../../support/folder.ts';
import { recipes } from './program.ts';

let copied: string | undefined;

/** The recipes of Node with the packages that they import, as npm installs them. */
const install = (): string => {
  const folder = newFolder();
  cpSync(join(recipes, 'node'), folder, { recursive: true });
  const client = join(folder, 'node_modules/@consent-register/client');
  mkdirSync(client, { recursive: true });
  cpSync(join(repository, 'client/typescript/package.json'), join(client, 'package.json'));
  buildSync({
    entryPoints: [join(repository, 'client/typescript/index.ts')],
    bundle: true,
    format: 'esm',
    outfile: join(client, 'dist/index.js'),
  });
  symlinkSync(join(repository, 'node_modules/express'), join(folder, 'node_modules/express'));
  return folder;
};

/** Where a recipe of Node can run, by its name in its folder. */
export const nodeRecipe = (name: string): string => {
  copied ??= install();
  return join(copied, name);
};
