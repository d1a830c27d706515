import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readOrMake } from '../../shared/runtime/installation.ts';

/** A file that the page loads. */
export interface PageFile {
  readonly contentType: string;
  readonly read: () => Promise<string>;
}

const script = 'text/javascript; charset=utf-8';
const style = join(import.meta.dirname, 'browser/reference.css');

/** The files of the page's folder by name. */
export const pageFiles: ReadonlyMap<string, PageFile> = new Map([
  [
    'renderer.js',
    {
      contentType: script,
      read: () => readOrMake('renderer.js', async () => (await import('./bundles.ts')).readRenderer()),
    },
  ],
  [
    'reference.js',
    {
      contentType: script,
      read: () => readOrMake('reference.js', async () => (await import('./bundles.ts')).bundleScript()),
    },
  ],
  [
    'reference.css',
    {
      contentType: 'text/css; charset=utf-8',
      read: () => readOrMake('reference.css', () => readFile(style, 'utf8')),
    },
  ],
]);
