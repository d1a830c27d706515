import { join } from 'node:path';
import { build } from 'esbuild';
import { browserBundle } from '../browser-bundle.ts';

/**
 * The program of the page as one text: the same code gives the same text. No markup in its strings can end the script, or pass for the
 * page's document.
 */
export const bundleApp = async (): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, '../verify/main.tsx')],
    format: 'iife',
    ...browserBundle,
  });
  const script = outputFiles.map(({ text }) => text).join('');
  return script.replaceAll('<script', String.raw`\x3cscript`).replaceAll('<!--', String.raw`\x3c!--`);
};
