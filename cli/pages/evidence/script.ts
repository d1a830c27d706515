import { join } from 'node:path';
import { build } from 'esbuild';

/**
 * The program of the page, in one text: the same text for the same code. No markup in its strings ends it, or passes for the document that a
 * page has.
 */
export const bundleApp = async (): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, '../../../verifier/app/main.ts')],
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2024',
    legalComments: 'none',
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
    logLevel: 'error',
  });
  const script = outputFiles.map(({ text }) => text).join('');
  return script.replaceAll('<script', String.raw`\x3cscript`).replaceAll('<!--', String.raw`\x3c!--`);
};
