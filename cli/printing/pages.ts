import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isInstalled } from '../../shared/installed.ts';

const root = join(import.meta.dirname, '../..');

/**
 * A message whose pages, such as `docs/log.md`, are named as the reader opens them: whoever has the package and no clone has no such
 * folder. What is no page of ours stays.
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
