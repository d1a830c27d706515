import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { repository } from '../../e2e/service.ts';
import { newFolder } from '../../support/folder.ts';
import { recipes } from './program.ts';

/** A copy of a folder of PHP recipes, with the client next to them, as their readers copy it. */
export const copyPhpRecipes = (name: string): string => {
  const folder = newFolder();
  cpSync(join(recipes, name), folder, { recursive: true });
  cpSync(join(repository, 'client/php/consent-register-client.php'), join(folder, 'consent-register-client.php'));
  return folder;
};

/** The recipes of Node with the packages that they import, as npm installs them. */
const installNodeRecipes = (): string => {
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

const copied = new Map<string, string>();

const copyOnce = (name: string, copy: () => string): string => {
  const folder = copied.get(name) ?? copy();
  copied.set(name, folder);
  return folder;
};

/** Where a recipe can run: one of PHP has the client next to it, one of Node.js has its packages. */
export const placeOf = (recipe: string): string => {
  const [folder = '', ...names] = recipe.split('/');
  if (folder === 'php')
    return join(
      copyOnce(folder, () => copyPhpRecipes(folder)),
      ...names,
    );
  if (folder === 'node') return join(copyOnce(folder, installNodeRecipes), ...names);
  return join(recipes, recipe);
};
