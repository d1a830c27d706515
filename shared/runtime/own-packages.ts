import { realpathSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { attempt } from './values.ts';

const root = join(import.meta.dirname, '../..');

/** Where the clone's code may be. Its packages may be elsewhere, behind a link. */
const listOwnFolders = (): readonly string[] =>
  [root, join(root, 'node_modules')].flatMap(
    (folder) => attempt(() => `${pathToFileURL(realpathSync(folder)).href}/`) ?? [],
  );

const isPackage = (specifier: string): boolean => !/^(?:\.{0,2}\/|\w+:)/.test(specifier);

let hooks: ReturnType<typeof registerHooks> | undefined;

/**
 * Keeps a clone from loading packages of the folders above it. Node.js looks there for each package that is not installed, such as
 * those that others use where they find them, and other users may be able to write there.
 */
export const useOwnPackages = (): void => {
  if (hooks !== undefined) return;
  const own = listOwnFolders();
  const isOwn = (url = ''): boolean => own.some((folder) => url.startsWith(folder));
  hooks = registerHooks({
    resolve: (specifier, context, next) => {
      const found = next(specifier, context);
      const isForeign = found.url.startsWith('file:') && !isOwn(found.url);
      if (!isForeign || !isPackage(specifier) || !isOwn(context.parentURL)) return found;
      const code = context.conditions.includes('require') ? 'MODULE_NOT_FOUND' : 'ERR_MODULE_NOT_FOUND';
      throw Object.assign(new Error(`Cannot find package '${specifier}' in the clone.`), { code });
    },
  });
};
