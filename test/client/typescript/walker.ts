import { copyFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Walker } from '../walker.ts';
import { succeed } from '../walker.ts';

/** Packs the package and installs it with npm, which asks no registry. */
export const installPacked = async (folder: string): Promise<void> => {
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  await succeed('npm', ['pack', './client/typescript', '--silent', '--pack-destination', folder]);
  const [tarball = ''] = (await readdir(folder)).filter((file) => file.endsWith('.tgz'));
  await succeed('npm', ['install', '--prefix', folder, '--offline', '--no-audit', '--no-fund', join(folder, tarball)]);
};

export const typescriptWalker: Walker = {
  program: 'node',
  install: async (folder) => {
    await installPacked(folder);
    await copyFile(join(import.meta.dirname, 'walk.mjs'), join(folder, 'walk.mjs'));
    return ['node', 'walk.mjs'];
  },
};
