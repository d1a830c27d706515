import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { readRenderer } from './renderer.ts';

/** A file that the page loads. */
export interface PageFile {
  readonly contentType: string;
  readonly read: () => Promise<string>;
}

const script = 'text/javascript; charset=utf-8';
const browserFolder = join(import.meta.dirname, 'browser');

const bundleScript = async (): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [join(browserFolder, 'reference.ts')],
    bundle: true,
    format: 'iife',
    target: 'es2022',
    write: false,
    logLevel: 'error',
  });
  return outputFiles.map(({ text }) => text).join('\n');
};

/** The files of the page's folder by name. */
export const pageFiles: ReadonlyMap<string, PageFile> = new Map([
  ['renderer.js', { contentType: script, read: readRenderer }],
  ['reference.js', { contentType: script, read: bundleScript }],
  [
    'reference.css',
    { contentType: 'text/css; charset=utf-8', read: () => readFile(join(browserFolder, 'reference.css'), 'utf8') },
  ],
]);
