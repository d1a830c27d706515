import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { makeComposerArchive } from '../../../tools/release/composer-archive.ts';
import type { Walker } from '../walker.ts';

/** Unpacks the archive, as for a project without Composer. */
export const phpWalker: Walker = {
  program: 'php',
  install: async (folder) => {
    const { bytes } = makeComposerArchive();
    for (const [path, content] of Object.entries(unzipSync(bytes))) await writeFile(join(folder, path), content);
    await copyFile(join(import.meta.dirname, 'walk.php'), join(folder, 'walk.php'));
    return ['php', 'walk.php'];
  },
};
