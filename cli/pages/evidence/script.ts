import { join } from 'node:path';
import { build } from 'esbuild';
import { browserBundle } from '../../../hosting/browser-bundle.ts';

/**
 * The program of the page, in one text: the same text for the same code. No markup in its strings ends it, or passes for the document that a
 * page has.
 */
export const bundleApp = async (): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, '../../../verifier/app/main.ts')],
    format: 'iife',
    ...browserBundle,
  });
  const script = outputFiles.map(({ text }) => text).join('');
  return script.replaceAll('<script', String.raw`\x3cscript`).replaceAll('<!--', String.raw`\x3c!--`);
};
