import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isInstalled } from '../../shared/runtime/installation.ts';

const root = join(import.meta.dirname, '../..');

/**
 * Replaces names of our pages, such as `docs/log.md`, by paths that open them: a reader who installed the package has no
 * folder `docs`. The rest of the message stays as it is.
 *
 * @param folder that has `docs`
 * @param from the folder of the reader's shell
 */
export const namePagesIn = (message: string, folder: string, from: string): string =>
  message.replaceAll(/(?<![\w/.-])docs\/[a-z\d-]+\.md\b/g, (page) => {
    const file = join(folder, page);
    if (!existsSync(file)) return page;
    const near = relative(from, file);
    return near.startsWith('..') ? file : near;
  });

/** The same for the reader of this program. In a clone the names are right as they are. */
export const namePages = (message: string): string =>
  isInstalled ? namePagesIn(message, root, process.cwd()) : message;
